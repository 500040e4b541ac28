package dev.edgewise.networkprobe.rtt;

import java.time.Duration;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.stereotype.Component;

/** Liveness: whether the loop that plans, estimates and publishes goes round, whether its steps succeed or not. */
@Component("rttLoop")
class RttLoopHealth implements HealthIndicator {
    /** A round of 5,000 nodes takes a second; to write all their rows again to a slow Redis, a minute. */
    static final Duration STUCK_AFTER = Duration.ofMinutes(3);

    private final RttService service;

    RttLoopHealth(RttService service) {
        this.service = service;
    }

    @Override
    public Health health() {
        Duration overdue = service.overdue();
        return (overdue.compareTo(STUCK_AFTER) > 0 ? Health.down() : Health.up())
                .withDetail("overdue", overdue)
                .build();
    }
}
