package dev.edgewise.scheduler.wiring;

import dev.edgewise.common.time.Ticker;
import dev.edgewise.scheduler.cycle.EventDetails;
import dev.edgewise.scheduler.cycle.details.CachedSnapshotSupplier;
import dev.edgewise.scheduler.cycle.details.EdgeEventDetails;
import dev.edgewise.scheduler.plugins.ProfileSet;
import dev.edgewise.scheduler.state.ClusterState;
import java.time.Clock;
import java.time.Duration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The bean that names delays, energy and backups in the events of pods. */
@Configuration(proxyBeanMethods = false)
class EventDetailsConfiguration {
    private static final Duration LATEST = Duration.ofSeconds(1);

    @Bean
    EventDetails eventDetails(ClusterState state, ProfileSet profiles, Clock clock, Ticker ticker) {
        return new EdgeEventDetails(
                profiles, new CachedSnapshotSupplier(() -> state.snapshot().at(clock.instant()), LATEST, ticker));
    }
}
