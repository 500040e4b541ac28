package dev.edgewise.scheduler.kubernetes;

import java.time.Duration;
import java.util.function.Supplier;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;

/**
 * Whether a replica that leads can begin to decide. One that cannot for long holds the Lease for nothing: restarted, it gives
 * another the chance.
 */
final class LeaderHealth extends AbstractHealthIndicator {
    /** Catching up takes two to three seconds, also with 100,000 pods. */
    private static final Duration TOO_LONG = Duration.ofSeconds(60);

    private final Supplier<Duration> catchingUp;

    /** @param catchingUp how long this replica has led without deciding */
    LeaderHealth(Supplier<Duration> catchingUp) {
        this.catchingUp = catchingUp;
    }

    @Override
    protected void doHealthCheck(Health.Builder builder) {
        Duration waits = catchingUp.get();
        builder.status(waits.compareTo(TOO_LONG) > 0 ? "DOWN" : "UP");
        if (!waits.isZero()) {
            builder.withDetail("catchingUpFor", waits.toSeconds() + " s");
        }
    }
}
