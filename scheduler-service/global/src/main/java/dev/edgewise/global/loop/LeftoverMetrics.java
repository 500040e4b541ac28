package dev.edgewise.global.loop;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.concurrent.atomic.AtomicInteger;

/** Counts the anchors in members that belong to no attempt of a request. */
final class LeftoverMetrics {
    private final AtomicInteger found = new AtomicInteger();
    private final Counter deleted;
    private final Counter refused;

    LeftoverMetrics(MeterRegistry meters) {
        Gauge.builder("edgewise.global.leftovers", found, AtomicInteger::get)
                .description("Anchors in members that no attempt of a request of this replica accounts for")
                .register(meters);
        deleted = deletions(meters, "deleted");
        refused = deletions(meters, "refused");
    }

    private static Counter deletions(MeterRegistry meters, String outcome) {
        return Counter.builder("edgewise.global.leftovers.deletions")
                .description("Deletions of anchors that no attempt accounts for")
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
