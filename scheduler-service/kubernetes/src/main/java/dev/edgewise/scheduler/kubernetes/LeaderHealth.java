package dev.edgewise.scheduler.kubernetes;

import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;

/**
 * Reports whether the leader can begin to decide. A leader that cannot for long is restarted, so that another replica
 * takes the Lease. It has more time while the API server answers 429 or 5xx, as another replica would wait as well,
 * unless only this one is refused.
 */
final class LeaderHealth extends AbstractHealthIndicator {
    /** Catching up takes two to three seconds, also with 100,000 pods. */
    private static final Duration TOO_LONG = Duration.ofSeconds(60);

    /**
     * The time of refusals after which the API server is assumed to refuse this replica only, instead of being
     * overloaded.
     */
    private static final Duration TOO_LONG_REFUSED = Duration.ofMinutes(5);

    private final Supplier<Duration> catchingUp;
    private final BooleanSupplier refused;

    /**
     * @param catchingUp how long this replica has led without deciding
     * @param refused whether it waits for an API server that answers 429 or 5xx
     */
    LeaderHealth(Supplier<Duration> catchingUp, BooleanSupplier refused) {
        this.catchingUp = catchingUp;
        this.refused = refused;
    }

    @Override
    protected void doHealthCheck(Health.Builder builder) {
        Duration waits = catchingUp.get();
        boolean isRefused = !waits.isZero() && refused.getAsBoolean();
        Duration tooLong = isRefused ? TOO_LONG_REFUSED : TOO_LONG;
        builder.status(waits.compareTo(tooLong) > 0 ? "DOWN" : "UP");
        if (isRefused) {
            builder.withDetail("apiServerRefuses", true);
        }
        if (!waits.isZero()) {
            builder.withDetail("catchingUpFor", waits.toSeconds() + " s");
        }
    }
}
