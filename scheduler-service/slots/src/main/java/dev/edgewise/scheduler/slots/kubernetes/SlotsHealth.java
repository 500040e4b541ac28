package dev.edgewise.scheduler.slots.kubernetes;

import java.util.Set;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.Status;

/** Shows whether batch slots are followed. Where they are not enabled, there is nothing to be followed. */
final class SlotsHealth extends AbstractHealthIndicator {
    private static final Status DEGRADED = new Status("DEGRADED", "Batch slots are not followed");

    private final boolean enabled;
    private final SlotFactPublisher view;
    private final SlotMetrics metrics;
    private final SlotCache cache;

    SlotsHealth(boolean enabled, SlotFactPublisher view, SlotMetrics metrics, SlotCache cache) {
        this.enabled = enabled;
        this.view = view;
        this.metrics = metrics;
        this.cache = cache;
    }

    @Override
    protected void doHealthCheck(Health.Builder builder) {
        Set<String> unreadable = metrics.unreadable();
        Set<String> missing = view.missing();
        builder.status(!missing.isEmpty() || !unreadable.isEmpty() ? DEGRADED : Status.UP)
                .withDetail("enabled", enabled);
        if (!missing.isEmpty()) {
            builder.withDetail("missing", missing);
        }
        if (!unreadable.isEmpty()) {
            builder.withDetail("unreadableClaims", unreadable);
        }
        if (enabled) {
            builder.withDetail("applications", cache.served());
        }
    }
}
