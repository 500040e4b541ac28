package dev.edgewise.networkprobe.rtt;

import dev.edgewise.networkprobe.sources.EffectiveRtt;
import dev.edgewise.networkprobe.sources.RttSource;
import java.util.List;
import java.util.Optional;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.stereotype.Component;

/** {@code DEGRADED}, with the reason, while a source is not well or the store is away, or takes nothing: what is known stays in force. */
@Component("rtt")
class RttHealthIndicator implements HealthIndicator {
    private static final Status DEGRADED = new Status("DEGRADED");

    private final RttService service;
    private final EffectiveRtt rtt;
    private final List<RttSource> sources;

    RttHealthIndicator(RttService service, EffectiveRtt rtt, List<RttSource> sources) {
        this.service = service;
        this.rtt = rtt;
        this.sources = sources;
    }

    @Override
    public Health health() {
        boolean connected = service.isStoreConnected();
        Optional<String> problem =
                sources.stream().flatMap(source -> source.problem().stream()).findFirst();
        boolean well = connected && problem.isEmpty() && service.storeTrouble().isEmpty();
        Health.Builder health = Health.status(well ? Status.UP : DEGRADED)
                .withDetail("pairs", rtt.size())
                .withDetail("storeConnected", connected)
                .withDetail("rowsWaitingForStore", service.waiting());
        sources.forEach(source -> source.details().forEach(health::withDetail));
        service.storeTrouble().ifPresent(trouble -> health.withDetail("storeTrouble", trouble));
        problem.ifPresent(error -> health.withDetail("error", error));
        return health.build();
    }
}
