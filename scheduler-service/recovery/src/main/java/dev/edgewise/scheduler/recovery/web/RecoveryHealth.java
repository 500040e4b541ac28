package dev.edgewise.scheduler.recovery.web;

import dev.edgewise.scheduler.recovery.RecoveryStatus;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.Status;

/** Shows whether pods of nodes that fail restart elsewhere. A replica that stands by is well. */
final class RecoveryHealth extends AbstractHealthIndicator {
    private static final Status DEGRADED = new Status("DEGRADED", "Recovery is paused");

    private final RecoveryStatus recovery;

    RecoveryHealth(RecoveryStatus recovery) {
        this.recovery = recovery;
    }

    @Override
    protected void doHealthCheck(Health.Builder builder) {
        String pauseReason = recovery.pauseReason();
        builder.status(pauseReason == null ? Status.UP : DEGRADED);
        if (pauseReason != null) {
            builder.withDetail("held", pauseReason);
        }
        if (!recovery.failedNodes().isEmpty()) {
            builder.withDetail("failedNodes", recovery.failedNodes());
        }
    }
}
