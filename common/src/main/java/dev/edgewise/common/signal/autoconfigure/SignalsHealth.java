package dev.edgewise.common.signal.autoconfigure;

import dev.edgewise.common.signal.Following;
import dev.edgewise.common.signal.SignalFollower;
import java.util.List;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.Status;

/** Whether the signals that the service follows arrive. Their absence degrades it but does not stop it. */
final class SignalsHealth extends AbstractHealthIndicator {
    private static final Status DEGRADED = new Status("DEGRADED", "Decisions rest on the last known signals");

    private final List<SignalFollower<?>> followers;

    SignalsHealth(List<SignalFollower<?>> followers) {
        this.followers = List.copyOf(followers);
    }

    @Override
    protected void doHealthCheck(Health.Builder builder) {
        builder.status(followers.stream().allMatch(SignalsHealth::isConnected) ? Status.UP : DEGRADED);
        for (SignalFollower<?> follower : followers) {
            builder.withDetail(follower.signal() + "Connected", isConnected(follower));
            Following following = follower.following();
            if (following != null) {
                builder.withDetail(
                        follower.signal() + "Since", following.since().toString());
            }
        }
    }

    private static boolean isConnected(SignalFollower<?> follower) {
        Following following = follower.following();
        return following != null && following.connected();
    }
}
