package dev.edgewise.scheduler.recovery.web;

import dev.edgewise.scheduler.recovery.RecoveryStatus;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.Status;

/** Whether pods of nodes that fail restart elsewhere. A replica that stands by is well. */
final class RecoveryHealth extends AbstractHealthIndicator {
    private static final Status DEGRADED = new Status("DEGRADED", "Recovery is held back");

    private final RecoveryStatus recovery;

    RecoveryHealth(RecoveryStatus recovery) {
        this.recovery = recovery;
    }

    @Override
    protected void doHealthCheck(Health.Builder builder) {
        String held = recovery.held();
        builder.status(held == null ? Status.UP : DEGRADED);
        if (held != null) {
            builder.withDetail("held", held);
        }
        if (!recovery.failedNodes().isEmpty()) {
            builder.withDetail("failedNodes", recovery.failedNodes());
        }
    }
}
