package dev.edgewise.scheduler.recovery;

import dev.edgewise.common.boot.LifecyclePhase;
import dev.edgewise.common.boot.ProgressLoop;
import dev.edgewise.common.security.Permission;
import dev.edgewise.common.time.Ticker;
import dev.edgewise.kubernetes.access.OwnNamespace;
import dev.edgewise.kubernetes.access.RequiredAccess;
import dev.edgewise.scheduler.cycle.LiveClusterFeed;
import dev.edgewise.scheduler.plugins.recovery.BalloonWriter;
import dev.edgewise.scheduler.plugins.recovery.ReserveWriter;
import dev.edgewise.scheduler.recovery.RecoveryProperties.Visible;
import dev.edgewise.scheduler.state.ClusterState;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.List;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** How others see the room that backups keep: as reservations that show it, or as balloons that hold it. */
@Configuration(proxyBeanMethods = false)
class ReservePublisherConfiguration {
    private static final Duration PAUSE = Duration.ofMillis(500);

    @Bean
    ProgressLoop visibleReserveLoop(
            ClusterState state,
            RecoveryContext context,
            ReserveWriter writer,
            RecoveryProperties properties,
            Ticker ticker,
            MeterRegistry meters) {
        boolean shows = properties.visible() == Visible.RESERVATIONS;
        ReservePublisher reserve =
                new ReservePublisher(state, context.betweenDecisions(), context.decides(), writer, shows, ticker);
        return new ProgressLoop("visible-reserve", reserve::step, PAUSE, ticker, meters);
    }

    @Bean
    LifecyclePhase visibleReservePhase(ProgressLoop visibleReserveLoop) {
        return LifecyclePhase.of(LifecyclePhase.PUBLISH, visibleReserveLoop);
    }

    @Bean
    ProgressLoop balloonsLoop(
            ClusterState state,
            RecoveryContext context,
            LiveClusterFeed feed,
            BalloonWriter writer,
            RecoveryProperties properties,
            Ticker ticker,
            MeterRegistry meters) {
        BalloonReconciler keeper = new BalloonReconciler(
                state,
                context.snapshots(),
                feed,
                context.betweenDecisions(),
                context.decides(),
                writer,
                properties.visible() == Visible.BALLOONS,
                ticker);
        return new ProgressLoop("balloons", keeper::step, PAUSE, ticker, meters);
    }

    @Bean
    LifecyclePhase balloonsPhase(ProgressLoop balloonsLoop) {
        return LifecyclePhase.of(LifecyclePhase.PUBLISH, balloonsLoop);
    }

    /**
     * Returns the rights to show reserves: amounts change with many decisions, so that the objects are updated, not
     * only created and deleted.
     */
    @Bean
    RequiredAccess visibleReserveAccess(OwnNamespace namespace, RecoveryProperties properties) {
        return new RequiredAccess(
                switch (properties.visible()) {
                    case NONE -> List.of();
                    case RESERVATIONS ->
                        List.of(new Permission("patch", "edgewise.dev", "reservations", namespace.name()));
                    case BALLOONS ->
                        List.of(
                                new Permission("create", "", "pods", namespace.name()),
                                Permission.everywhere("get", "", "nodes"),
                                Permission.everywhere("patch", "", "nodes"));
                });
    }
}
