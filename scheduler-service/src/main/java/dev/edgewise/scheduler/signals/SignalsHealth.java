package dev.edgewise.scheduler.signals;

import dev.edgewise.common.signal.Following;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.Status;

/** Whether signals arrive. Their absence degrades the service but does not stop it. */
public final class SignalsHealth extends AbstractHealthIndicator {
    private static final Status DEGRADED = new Status("DEGRADED", "Decisions rest on the last known round-trip times");

    private final RttFollower follower;

    public SignalsHealth(RttFollower follower) {
        this.follower = follower;
    }

    @Override
    protected void doHealthCheck(Health.Builder builder) {
        Following following = follower.following();
        boolean connected = following != null && following.connected();
        builder.status(connected ? Status.UP : DEGRADED).withDetail("rttConnected", connected);
        if (following != null) {
            builder.withDetail("since", following.since().toString());
        }
    }
}
