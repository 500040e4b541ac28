package dev.edgewise.scheduler.recovery.balloon;

import dev.edgewise.common.boot.LifecyclePhase;
import dev.edgewise.common.boot.ProgressLoop;
import dev.edgewise.common.security.Permission;
import dev.edgewise.common.time.Ticker;
import dev.edgewise.kubernetes.access.OwnNamespace;
import dev.edgewise.kubernetes.access.RequiredAccess;
import dev.edgewise.scheduler.cycle.SchedulingLoopAccess;
import dev.edgewise.scheduler.plugins.recovery.BalloonWriter;
import dev.edgewise.scheduler.recovery.RecoveryProperties;
import dev.edgewise.scheduler.recovery.RecoveryProperties.Visible;
import dev.edgewise.scheduler.state.ClusterState;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.List;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Configures the balloons, which are deleted where the settings ask for none. */
@Configuration(proxyBeanMethods = false)
class BalloonConfiguration {
    private static final Duration PAUSE = Duration.ofMillis(500);

    @Bean
    PodRestartNodeTainter restartTaintController(
            ClusterState state, SchedulingLoopAccess decisions, BalloonWriter writer, Ticker ticker) {
        return new PodRestartNodeTainter(state, decisions, writer, ticker);
    }

    @Bean
    BalloonReleaser balloonReleaser(
            ClusterState state,
            SchedulingLoopAccess decisions,
            BalloonWriter writer,
            PodRestartNodeTainter taints,
            Ticker ticker) {
        return new BalloonReleaser(state, decisions, writer, taints, ticker);
    }

    @Bean
    ProgressLoop balloonsLoop(
            ClusterState state,
            SchedulingLoopAccess decisions,
            BalloonWriter writer,
            RecoveryProperties properties,
            Ticker ticker,
            MeterRegistry meters) {
        BalloonReconciler reconciler =
                new BalloonReconciler(state, decisions, writer, properties.visible() == Visible.BALLOONS, ticker);
        return new ProgressLoop("balloons", reconciler::step, PAUSE, ticker, meters);
    }

    @Bean
    LifecyclePhase balloonsPhase(ProgressLoop balloonsLoop) {
        return LifecyclePhase.of(LifecyclePhase.PUBLISH, balloonsLoop);
    }

    /** Returns the rights to create balloons, and to taint nodes while they are released. */
    @Bean
    RequiredAccess balloonAccess(OwnNamespace namespace, RecoveryProperties properties) {
        return new RequiredAccess(
                properties.visible() == Visible.BALLOONS
                        ? List.of(
                                new Permission("create", "", "pods", namespace.name()),
                                Permission.everywhere("get", "", "nodes"),
                                Permission.everywhere("patch", "", "nodes"))
                        : List.of());
    }
}
