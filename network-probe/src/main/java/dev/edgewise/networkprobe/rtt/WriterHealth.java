package dev.edgewise.networkprobe.rtt;

import dev.edgewise.common.signal.publish.WriteTurn;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.stereotype.Component;

/** Readiness: a process that stands by takes no reports, so none are sent to it. Does not ask Redis. */
@Component("writer")
class WriterHealth implements HealthIndicator {
    private final WriteTurn turn;

    WriterHealth(WriteTurn turn) {
        this.turn = turn;
    }

    @Override
    public Health health() {
        return turn.other()
                .map(other -> Health.outOfService().withDetail("standingByFor", other))
                .orElseGet(Health::up)
                .build();
    }
}
