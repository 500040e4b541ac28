package dev.edgewise.energy.refresh;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.stereotype.Component;

/** Liveness: whether the loops that refresh and mark make progress, whether their steps succeed or not. */
@Component("energyLoop")
class EnergyLoopHealth implements HealthIndicator {
    /** To label 5,000 nodes for the first time takes a minute. */
    private static final Duration STUCK_AFTER = Duration.ofMinutes(5);

    private final List<RefreshLoop> loops;

    EnergyLoopHealth(List<RefreshLoop> loops) {
        this.loops = loops;
    }

    @Override
    public Health health() {
        Duration overdue = loops.stream()
                .map(RefreshLoop::overdue)
                .max(Comparator.naturalOrder())
                .orElse(Duration.ZERO);
        return (overdue.compareTo(STUCK_AFTER) > 0 ? Health.down() : Health.up())
                .withDetail("overdue", overdue)
                .build();
    }
}
