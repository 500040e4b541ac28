package dev.edgewise.scheduler.decisions.redis;

import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.Status;

/** Shows whether decisions are shared. Where they are not, each replica explains its own. */
final class DecisionsHealth extends AbstractHealthIndicator {
    private static final Status DEGRADED = new Status("DEGRADED", "Decisions are not shared between replicas");

    private final SharedDecisions decisions;

    DecisionsHealth(SharedDecisions decisions) {
        this.decisions = decisions;
    }

    @Override
    protected void doHealthCheck(Health.Builder builder) {
        String trouble = decisions.trouble();
        builder.status(trouble == null ? Status.UP : DEGRADED);
        if (trouble != null) {
            builder.withDetail("error", trouble);
        }
    }
}
