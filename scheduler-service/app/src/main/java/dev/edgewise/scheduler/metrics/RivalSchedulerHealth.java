package dev.edgewise.scheduler.metrics;

import dev.edgewise.scheduler.cycle.SchedulerConflictDetector;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.Status;

/** Shows whether this replica is the only scheduler of its profiles, as it has to be while it decides. */
final class RivalSchedulerHealth extends AbstractHealthIndicator {
    private static final Status DEGRADED = new Status("DEGRADED", "Another scheduler works for the same profiles");

    private final ConflictAlert alarm;
    private final SchedulerConflictDetector detector;

    RivalSchedulerHealth(ConflictAlert alarm, SchedulerConflictDetector detector) {
        this.alarm = alarm;
        this.detector = detector;
    }

    @Override
    protected void doHealthCheck(Health.Builder builder) {
        builder.status(alarm.isRaised() ? DEGRADED : Status.UP)
                .withDetail("foreignBindings", alarm.count())
                .withDetail("paused", detector.isPaused());
    }
}
