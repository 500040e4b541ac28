package dev.edgewise.kubernetes.autoconfigure;

import dev.edgewise.kubernetes.clock.ClusterClock;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.Status;

/** Shows whether this machine's clock agrees with the API server's, by which the service works in any case. */
final class ClusterClockHealth extends AbstractHealthIndicator {
    private static final Status DEGRADED = new Status("DEGRADED", "The clock of this machine is wrong");

    private final ClusterClock clock;

    ClusterClockHealth(ClusterClock clock) {
        this.clock = clock;
    }

    @Override
    protected void doHealthCheck(Health.Builder builder) {
        boolean isFar = clock.isFar();
        builder.status(isFar ? DEGRADED : Status.UP);
        if (isFar) {
            builder.withDetail("machineIsAheadBy", clock.offset().negated().toSeconds() + " s");
        }
    }
}
