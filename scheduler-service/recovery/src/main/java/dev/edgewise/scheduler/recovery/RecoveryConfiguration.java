package dev.edgewise.scheduler.recovery;

import dev.edgewise.common.WriteGate;
import dev.edgewise.common.boot.InvalidConfigurationException;
import dev.edgewise.common.boot.LifecyclePhase;
import dev.edgewise.common.boot.ProgressLoop;
import dev.edgewise.common.time.Ticker;
import dev.edgewise.scheduler.cycle.Cycle;
import dev.edgewise.scheduler.cycle.LiveClusterFeed;
import dev.edgewise.scheduler.cycle.SchedulingLoop;
import dev.edgewise.scheduler.plugins.ProfileSet;
import dev.edgewise.scheduler.plugins.recovery.BalloonWriter;
import dev.edgewise.scheduler.plugins.recovery.FailoverWriter;
import dev.edgewise.scheduler.queue.SchedulingQueue;
import dev.edgewise.scheduler.state.ClusterState;
import dev.edgewise.scheduler.state.protection.ProtectionRules;
import dev.edgewise.scheduler.state.reservations.ReservationWriter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.random.RandomGenerator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Configures the protection of pods, and the restart of those of failed nodes elsewhere. */
@Configuration(proxyBeanMethods = false)
class RecoveryConfiguration {
    /** How long a failure that is known waits. */
    private static final Duration PAUSE = Duration.ofMillis(250);

    @Bean
    ProtectionRules protectionRules(RecoveryProperties properties, ProfileSet profiles) {
        for (String name : new TreeSet<>(properties.profiles())) {
            if (profiles.find(name) == null) {
                throw new InvalidConfigurationException(
                        "edgewise.scheduler.recovery.profiles names " + name + ": it must be one of "
                                + String.join(", ", profiles.names()) + ".",
                        "Correct edgewise.scheduler.recovery.profiles.");
            }
        }
        return new ProtectionRules(properties.profiles(), properties.failures());
    }

    @Bean
    RecoveryContext recoveryContext(ClusterState state, Cycle cycle, SchedulingLoop loop, WriteGate gate, Clock clock) {
        return new RecoveryContext(
                () -> state.snapshot().at(clock.instant()), () -> loop.decides(gate), cycle::betweenDecisions);
    }

    @Bean
    BackupReconciler protector(ClusterState state, RecoveryContext context, ProfileSet profiles, Ticker ticker) {
        return new BackupReconciler(state, profiles::find, context.snapshots(), ticker);
    }

    @Bean
    FailedNodes failedNodes(RecoveryProperties properties, Ticker ticker, MeterRegistry meters) {
        FailedNodes failed = new FailedNodes(
                new FailureRules(
                        properties.causes(),
                        properties.grace(),
                        properties.notReadyGrace(),
                        properties.lastGrace(),
                        properties.failures()),
                ticker);
        Gauge.builder("edgewise.recovery.held", failed, nodes -> nodes.isHeld() ? 1 : 0)
                .description("1 while so many nodes fail together that no pod is restarted for it")
                .register(meters);
        return failed;
    }

    @Bean
    RecoveryStatus recoveryStatus(RecoveryContext context, FailedNodes failed) {
        return new RecoveryStatus(failed, context.decides());
    }

    @Bean
    RecoveryHealth recoveryHealthIndicator(RecoveryStatus status) {
        return new RecoveryHealth(status);
    }

    @Bean
    RestartTaintController nodeGuard(
            ClusterState state, RecoveryContext context, BalloonWriter balloons, Ticker ticker) {
        return new RestartTaintController(state, context.snapshots(), balloons, ticker);
    }

    @Bean(destroyMethod = "shutdown")
    ExecutorService recoveryThreads() {
        return ConcurrentRequests.threads();
    }

    @Bean
    ConcurrentRequests recoveryRequests(ExecutorService recoveryThreads) {
        return new ConcurrentRequests(recoveryThreads);
    }

    @Bean
    FailoverReservations backupRooms(
            ClusterState state,
            RecoveryContext context,
            LiveClusterFeed feed,
            FailoverWriter writer,
            BackupReconciler protector,
            BalloonWriter balloons,
            RestartTaintController guard,
            ConcurrentRequests requests,
            Ticker ticker) {
        BalloonReleaser release = new BalloonReleaser(state, feed, balloons, guard, ticker);
        return new FailoverReservations(
                state, feed, context.betweenDecisions(), writer, protector, release, requests, ticker);
    }

    @Bean
    Failover failover(
            ClusterState state,
            RecoveryContext context,
            FailoverReservations rooms,
            FailedNodes failed,
            FailoverWriter writer,
            ConcurrentRequests requests,
            RecoveryProperties properties,
            Ticker ticker) {
        return new Failover(
                state,
                rooms,
                context.decides(),
                node -> failed.mayRestartPodsOf(node, context.snapshots().get()),
                writer,
                requests,
                properties.forceDelete(),
                ticker);
    }

    @Bean
    ReservationCleanup unneededRooms(
            ClusterState state,
            RecoveryContext context,
            FailedNodes failed,
            ReservationWriter reservations,
            Ticker ticker) {
        return new ReservationCleanup(
                state,
                context.betweenDecisions(),
                context.decides(),
                node -> failed.isFailing(node, context.snapshots().get()),
                reservations::delete,
                ticker);
    }

    @Bean
    ProgressLoop recoveryLoop(
            ClusterState state,
            RecoveryContext context,
            SchedulingQueue queue,
            FailedNodes failed,
            Failover failover,
            ReservationCleanup unneeded,
            BackupReconciler protector,
            RestartTaintController guard,
            Ticker ticker,
            MeterRegistry meters) {
        RecoveryReconciler keeper = new RecoveryReconciler(
                state,
                context.snapshots(),
                context.betweenDecisions(),
                context.decides(),
                queue::podsWait,
                failed,
                failover,
                unneeded,
                protector,
                guard);
        return new ProgressLoop("recovery", keeper::step, PAUSE, ticker, meters);
    }

    @Bean
    LifecyclePhase recoveryPhase(ProgressLoop recoveryLoop) {
        return LifecyclePhase.of(LifecyclePhase.PUBLISH, recoveryLoop);
    }

    @Bean
    RecoveryPlanner recoveryPlanner(
            ClusterState state,
            RecoveryContext context,
            ProfileSet profiles,
            SchedulingQueue queue,
            BackupReconciler protector,
            RandomGenerator random,
            Ticker ticker) {
        return new RecoveryPlanner(
                state,
                context.snapshots(),
                profiles::find,
                context.betweenDecisions(),
                context.decides(),
                queue::podsWait,
                protector,
                random,
                ticker);
    }

    @Bean
    ProgressLoop backupWritesLoop(
            ClusterState state,
            RecoveryContext context,
            FailoverWriter writer,
            BackupReconciler protector,
            ProfileSet profiles,
            Ticker ticker,
            MeterRegistry meters) {
        BackupWriter writes = new BackupWriter(
                state, context.betweenDecisions(), context.decides(), writer, protector::whyUnprotected, ticker);
        BackupWithdrawals withdrawals = new BackupWithdrawals(
                state, pod -> profiles.find(pod.spec().schedulerName()) != null, context.decides(), writer, ticker);
        Runnable step = () -> {
            writes.step();
            withdrawals.step();
        };
        return new ProgressLoop("backup-writes", step, PAUSE, ticker, meters);
    }

    @Bean
    LifecyclePhase backupWritesPhase(ProgressLoop backupWritesLoop) {
        return LifecyclePhase.of(LifecyclePhase.PUBLISH, backupWritesLoop);
    }
}
