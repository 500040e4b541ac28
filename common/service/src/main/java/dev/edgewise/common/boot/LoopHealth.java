package dev.edgewise.common.boot;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/** Liveness: whether all loops of a service make progress, whether their steps succeed or not. */
public final class LoopHealth implements HealthIndicator {
    private final List<ProgressLoop> loops;
    private final Duration stuckAfter;

    /** @param stuckAfter how long a step may be overdue */
    public LoopHealth(List<ProgressLoop> loops, Duration stuckAfter) {
        this.loops = List.copyOf(loops);
        this.stuckAfter = stuckAfter;
    }

    @Override
    public Health health() {
        Duration overdue = loops.stream()
                .map(ProgressLoop::overdue)
                .max(Comparator.naturalOrder())
                .orElse(Duration.ZERO);
        return (overdue.compareTo(stuckAfter) > 0 ? Health.down() : Health.up())
                .withDetail("overdue", overdue)
                .build();
    }
}
