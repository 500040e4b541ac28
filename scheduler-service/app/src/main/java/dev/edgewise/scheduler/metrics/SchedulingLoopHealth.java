package dev.edgewise.scheduler.metrics;

import dev.edgewise.scheduler.cycle.SchedulingLoop;
import java.time.Duration;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;

/** Reports whether the loop makes progress. A loop that does not run yet, as another replica leads, is healthy. */
final class SchedulingLoopHealth extends AbstractHealthIndicator {
    /** A loop that lives shows so every second; a decision takes milliseconds. */
    private static final Duration STUCK_AFTER = Duration.ofSeconds(30);

    private final SchedulingLoop loop;

    SchedulingLoopHealth(SchedulingLoop loop) {
        this.loop = loop;
    }

    @Override
    protected void doHealthCheck(Health.Builder builder) {
        boolean running = loop.isRunning();
        Duration still = loop.sinceProgress();
        boolean stuck = running && still.compareTo(STUCK_AFTER) > 0;
        builder.status(stuck ? "DOWN" : "UP").withDetail("running", running);
        if (running) {
            builder.withDetail("lastProgress", still.toMillis() + " ms ago");
        }
    }
}
