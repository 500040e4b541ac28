package dev.edgewise.scheduler.recovery.failure;

import dev.edgewise.common.boot.LifecyclePhase;
import dev.edgewise.common.boot.ProgressLoop;
import dev.edgewise.common.time.Ticker;
import dev.edgewise.scheduler.cycle.SchedulingLoopAccess;
import dev.edgewise.scheduler.plugins.recovery.FailoverWriter;
import dev.edgewise.scheduler.queue.SchedulingQueue;
import dev.edgewise.scheduler.recovery.RecoveryProperties;
import dev.edgewise.scheduler.recovery.backup.BackupReconciler;
import dev.edgewise.scheduler.recovery.balloon.BalloonReleaser;
import dev.edgewise.scheduler.recovery.balloon.PodRestartNodeTainter;
import dev.edgewise.scheduler.state.ClusterState;
import dev.edgewise.scheduler.state.reservations.ReservationWriter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Configures how failed nodes are found, and how their pods restart. */
@Configuration(proxyBeanMethods = false)
class FailureConfiguration {
    /** The interval between steps: how long a known failure waits at most. */
    private static final Duration PAUSE = Duration.ofMillis(250);

    @Bean
    FailedNodeDetector failedNodes(RecoveryProperties properties, Ticker ticker, MeterRegistry meters) {
        FailedNodeDetector failed = new FailedNodeDetector(
                new FailureRules(
                        properties.causes(),
                        properties.grace(),
                        properties.notReadyGrace(),
                        properties.lastGrace(),
                        properties.failures()),
                ticker);
        Gauge.builder("edgewise.recovery.held", failed, nodes -> nodes.isPaused() ? 1 : 0)
                .description("1 while so many nodes fail together that no pod is restarted for it")
                .register(meters);
        return failed;
    }

    @Bean(destroyMethod = "shutdown")
    ExecutorService recoveryThreads() {
        return ConcurrentPodRequestSender.threads();
    }

    @Bean
    ConcurrentPodRequestSender recoveryRequests(ExecutorService recoveryThreads) {
        return new ConcurrentPodRequestSender(recoveryThreads);
    }

    @Bean
    FailoverReservationCreator failoverReservations(
            ClusterState state,
            SchedulingLoopAccess decisions,
            FailoverWriter writer,
            BackupReconciler backups,
            BalloonReleaser balloons,
            ConcurrentPodRequestSender requests,
            Ticker ticker) {
        return new FailoverReservationCreator(state, decisions, writer, backups, balloons, requests, ticker);
    }

    @Bean
    Failover failover(
            ClusterState state,
            SchedulingLoopAccess decisions,
            FailoverReservationCreator reservations,
            FailedNodeDetector failed,
            FailoverWriter writer,
            ConcurrentPodRequestSender requests,
            RecoveryProperties properties,
            Ticker ticker) {
        return new Failover(
                state,
                decisions,
                reservations,
                node -> failed.mayRestartPodsOf(node, decisions.snapshot()),
                writer,
                requests,
                properties.forceDelete(),
                ticker);
    }

    @Bean
    UnneededFailoverReservationDeleter reservationCleanup(
            ClusterState state,
            SchedulingLoopAccess decisions,
            FailedNodeDetector failed,
            ReservationWriter reservations,
            Ticker ticker) {
        return new UnneededFailoverReservationDeleter(
                state, decisions, node -> failed.isFailing(node, decisions.snapshot()), reservations::delete, ticker);
    }

    @Bean
    ProgressLoop recoveryLoop(
            ClusterState state,
            SchedulingLoopAccess decisions,
            SchedulingQueue queue,
            FailedNodeDetector failed,
            Failover failover,
            UnneededFailoverReservationDeleter cleanup,
            BackupReconciler backups,
            PodRestartNodeTainter taints,
            Ticker ticker,
            MeterRegistry meters) {
        RecoveryReconciler reconciler = new RecoveryReconciler(
                state, decisions, queue::hasActiveOrInFlightPods, failed, failover, cleanup, backups, taints);
        return new ProgressLoop("recovery", reconciler::step, PAUSE, ticker, meters);
    }

    @Bean
    LifecyclePhase recoveryPhase(ProgressLoop recoveryLoop) {
        return LifecyclePhase.of(LifecyclePhase.PUBLISH, recoveryLoop);
    }
}
