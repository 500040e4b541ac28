package dev.edgewise.networkprobe.rtt;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.stereotype.Component;

/** Liveness: whether the loops that plan, estimate and publish go round, whether their steps succeed or not. */
@Component("rttLoop")
class RttLoopHealth implements HealthIndicator {
    /** A round of 5,000 nodes takes a second; to write all their rows again to a slow Redis, a minute. */
    static final Duration STUCK_AFTER = Duration.ofMinutes(3);

    private final List<ProgressLoop> loops;

    RttLoopHealth(List<ProgressLoop> loops) {
        this.loops = loops;
    }

    @Override
    public Health health() {
        Duration overdue = loops.stream()
                .map(ProgressLoop::overdue)
                .max(Comparator.naturalOrder())
                .orElse(Duration.ZERO);
        return (overdue.compareTo(STUCK_AFTER) > 0 ? Health.down() : Health.up())
                .withDetail("overdue", overdue)
                .build();
    }
}
