package dev.edgewise.scheduler.recovery.reserve;

import dev.edgewise.common.boot.LifecyclePhase;
import dev.edgewise.common.boot.ProgressLoop;
import dev.edgewise.common.security.Permission;
import dev.edgewise.common.time.Ticker;
import dev.edgewise.kubernetes.access.OwnNamespace;
import dev.edgewise.kubernetes.access.RequiredAccess;
import dev.edgewise.scheduler.cycle.SchedulingLoopAccess;
import dev.edgewise.scheduler.plugins.recovery.ReserveWriter;
import dev.edgewise.scheduler.recovery.RecoveryProperties;
import dev.edgewise.scheduler.recovery.RecoveryProperties.Visible;
import dev.edgewise.scheduler.state.ClusterState;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.List;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Configures the objects that show the reserves, which are deleted where the settings ask for none. */
@Configuration(proxyBeanMethods = false)
class ReserveConfiguration {
    private static final Duration PAUSE = Duration.ofMillis(500);

    @Bean
    ProgressLoop visibleReserveLoop(
            ClusterState state,
            SchedulingLoopAccess decisions,
            ReserveWriter writer,
            RecoveryProperties properties,
            Ticker ticker,
            MeterRegistry meters) {
        ReservePublisher publisher =
                new ReservePublisher(state, decisions, writer, properties.visible() == Visible.RESERVATIONS, ticker);
        return new ProgressLoop("visible-reserve", publisher::step, PAUSE, ticker, meters);
    }

    @Bean
    LifecyclePhase visibleReservePhase(ProgressLoop visibleReserveLoop) {
        return LifecyclePhase.of(LifecyclePhase.PUBLISH, visibleReserveLoop);
    }

    /**
     * Returns the rights to show reserves: amounts change with many decisions, so that the objects are updated, not
     * only created and deleted.
     */
    @Bean
    RequiredAccess visibleReserveAccess(OwnNamespace namespace, RecoveryProperties properties) {
        return new RequiredAccess(
                properties.visible() == Visible.RESERVATIONS
                        ? List.of(new Permission("patch", "edgewise.dev", "reservations", namespace.name()))
                        : List.of());
    }
}
