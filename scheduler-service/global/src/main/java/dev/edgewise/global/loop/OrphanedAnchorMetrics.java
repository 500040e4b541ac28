package dev.edgewise.global.loop;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.concurrent.atomic.AtomicInteger;

/** Counts orphaned anchors, and their deletions. */
final class OrphanedAnchorMetrics {
    private final AtomicInteger found = new AtomicInteger();
    private final Counter deleted;
    private final Counter refused;

    OrphanedAnchorMetrics(MeterRegistry meters) {
        Gauge.builder("edgewise.global.leftovers", found, AtomicInteger::get)
                .description("Orphaned anchors in members: no attempt of a request of this replica accounts for them")
                .register(meters);
        deleted = deletions(meters, "deleted");
        refused = deletions(meters, "refused");
    }

    private static Counter deletions(MeterRegistry meters, String outcome) {
        return Counter.builder("edgewise.global.leftovers.deletions")
                .description("Deletions of orphaned anchors")
                .tag("outcome", outcome)
                .register(meters);
    }

    void found(int count) {
        found.set(count);
    }

    void deleted(boolean isDeleted) {
        (isDeleted ? deleted : refused).increment();
    }
}
