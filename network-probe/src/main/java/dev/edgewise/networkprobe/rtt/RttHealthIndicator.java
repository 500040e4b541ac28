package dev.edgewise.networkprobe.rtt;

import dev.edgewise.networkprobe.staticfile.SourceState;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.stereotype.Component;

/** {@code DEGRADED}, with the reason, while the files are bad or the store is away, or takes nothing: what is known stays in force. */
@Component("rtt")
class RttHealthIndicator implements HealthIndicator {
    private static final Status DEGRADED = new Status("DEGRADED");

    private final RttService service;

    RttHealthIndicator(RttService service) {
        this.service = service;
    }

    @Override
    public Health health() {
        SourceState source = service.sourceState();
        boolean connected = service.isStoreConnected();
        boolean well =
                connected && source.error().isEmpty() && service.storeTrouble().isEmpty();
        Health.Builder health = Health.status(well ? Status.UP : DEGRADED)
                .withDetail("pairs", service.pairs())
                .withDetail("storeConnected", connected)
                .withDetail("rowsWaitingForStore", service.waiting());
        service.following().ifPresent(following -> health.withDetail("storeSince", following.since()));
        if (source.nodes() > 0) {
            health.withDetail("nodesOfFiles", source.nodes());
        }
        source.lastGoodLoad().ifPresent(at -> health.withDetail("lastGoodLoad", at));
        service.storeTrouble().ifPresent(trouble -> health.withDetail("storeTrouble", trouble));
        source.error().ifPresent(error -> health.withDetail("error", error));
        return health.build();
    }
}
