package dev.edgewise.scheduler.failover;

import dev.edgewise.common.WriteGate;
import dev.edgewise.common.boot.InvalidConfigurationException;
import dev.edgewise.common.boot.LifecyclePhase;
import dev.edgewise.common.boot.ProgressLoop;
import dev.edgewise.common.security.Permission;
import dev.edgewise.common.time.Ticker;
import dev.edgewise.kubernetes.access.OwnNamespace;
import dev.edgewise.kubernetes.access.RequiredAccess;
import dev.edgewise.scheduler.cluster.ClusterState;
import dev.edgewise.scheduler.cycle.BalloonWriter;
import dev.edgewise.scheduler.cycle.Cycle;
import dev.edgewise.scheduler.cycle.FailoverWriter;
import dev.edgewise.scheduler.cycle.LiveClusterFeed;
import dev.edgewise.scheduler.cycle.ReservationWriter;
import dev.edgewise.scheduler.cycle.ReserveWriter;
import dev.edgewise.scheduler.cycle.SchedulingLoop;
import dev.edgewise.scheduler.failover.RecoveryProperties.Visible;
import dev.edgewise.scheduler.plugins.ProfileSet;
import dev.edgewise.scheduler.protection.ProtectionRules;
import dev.edgewise.scheduler.queue.SchedulingQueue;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What protects pods, and restarts those of failed nodes elsewhere. */
@Configuration(proxyBeanMethods = false)
class RecoveryConfiguration {
    /** How long a failure that is known waits. */
    private static final Duration PAUSE = Duration.ofMillis(250);

    private static final Duration VISIBLE_PAUSE = Duration.ofMillis(500);

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
    Protector protector(ClusterState state, ProfileSet profiles, Clock clock, Ticker ticker) {
        return new Protector(state, profiles::find, () -> state.snapshot().at(clock.instant()), ticker);
    }

    @Bean
    FailedNodes failedNodes(RecoveryProperties properties, Ticker ticker, MeterRegistry meters) {
        FailedNodes failed = new FailedNodes(
                new FailureRules(properties.causes(), properties.grace(), properties.failures()), ticker);
        Gauge.builder("edgewise.recovery.held", failed, nodes -> nodes.isHeld() ? 1 : 0)
                .description("1 while so many nodes fail together that no pod is restarted for it")
                .register(meters);
        return failed;
    }

    @Bean
    RecoveryStatus recoveryStatus(FailedNodes failed, SchedulingLoop loop, WriteGate gate) {
        return new RecoveryStatus(failed, () -> loop.decides(gate));
    }

    @Bean
    RecoveryHealth recoveryHealthIndicator(RecoveryStatus status) {
        return new RecoveryHealth(status);
    }

    @Bean
    ProgressLoop recoveryLoop(
            ClusterState state,
            LiveClusterFeed feed,
            Cycle cycle,
            SchedulingLoop loop,
            SchedulingQueue queue,
            WriteGate gate,
            Protector protector,
            FailoverWriter writer,
            ReservationWriter reservations,
            BalloonWriter balloons,
            ExecutorService bindingThreads,
            FailedNodes failed,
            RecoveryProperties properties,
            Clock clock,
            Ticker ticker,
            MeterRegistry meters) {
        ConcurrentRequests requests = new ConcurrentRequests(bindingThreads);
        NodeGuard guard = new NodeGuard(state, () -> state.snapshot().at(clock.instant()), balloons, ticker);
        BackupRooms rooms = new BackupRooms(
                state,
                feed,
                cycle::betweenDecisions,
                writer,
                protector,
                new BalloonRelease(state, feed, balloons, guard, ticker),
                requests,
                ticker);
        Predicate<String> failing =
                node -> failed.isFailing(node, state.snapshot().at(clock.instant()));
        Failover failover = new Failover(
                state, rooms, () -> loop.decides(gate), failing, writer, requests, properties.forceDelete(), ticker);
        RecoveryKeeper keeper = new RecoveryKeeper(
                state,
                () -> state.snapshot().at(clock.instant()),
                cycle::betweenDecisions,
                () -> loop.decides(gate),
                queue::podsWait,
                failed,
                failover,
                new UnneededRooms(
                        state,
                        cycle::betweenDecisions,
                        () -> loop.decides(gate),
                        failing,
                        reservations::delete,
                        ticker),
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
            Cycle cycle,
            SchedulingLoop loop,
            WriteGate gate,
            ProfileSet profiles,
            SchedulingQueue queue,
            Protector protector,
            Clock clock,
            RandomGenerator random,
            Ticker ticker) {
        return new RecoveryPlanner(
                state,
                () -> state.snapshot().at(clock.instant()),
                profiles::find,
                cycle::betweenDecisions,
                () -> loop.decides(gate),
                queue::podsWait,
                protector,
                random,
                ticker);
    }

    @Bean
    ProgressLoop backupWritesLoop(
            ClusterState state,
            Cycle cycle,
            SchedulingLoop loop,
            WriteGate gate,
            FailoverWriter writer,
            Protector protector,
            ProfileSet profiles,
            Ticker ticker,
            MeterRegistry meters) {
        BackupWrites writes = new BackupWrites(
                state, cycle::betweenDecisions, () -> loop.decides(gate), writer, protector::whyUnprotected, ticker);
        BackupWithdrawals withdrawals = new BackupWithdrawals(
                state,
                pod -> profiles.find(pod.spec().schedulerName()) != null,
                () -> loop.decides(gate),
                writer,
                ticker);
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

    @Bean
    ProgressLoop visibleReserveLoop(
            ClusterState state,
            Cycle cycle,
            SchedulingLoop loop,
            WriteGate gate,
            ReserveWriter writer,
            RecoveryProperties properties,
            Ticker ticker,
            MeterRegistry meters) {
        boolean shows = properties.visible() == Visible.RESERVATIONS;
        VisibleReserve reserve =
                new VisibleReserve(state, cycle::betweenDecisions, () -> loop.decides(gate), writer, shows, ticker);
        return new ProgressLoop("visible-reserve", reserve::step, VISIBLE_PAUSE, ticker, meters);
    }

    @Bean
    LifecyclePhase visibleReservePhase(ProgressLoop visibleReserveLoop) {
        return LifecyclePhase.of(LifecyclePhase.PUBLISH, visibleReserveLoop);
    }

    @Bean
    ProgressLoop balloonsLoop(
            ClusterState state,
            LiveClusterFeed feed,
            Cycle cycle,
            SchedulingLoop loop,
            WriteGate gate,
            BalloonWriter writer,
            RecoveryProperties properties,
            Clock clock,
            Ticker ticker,
            MeterRegistry meters) {
        BalloonKeeper keeper = new BalloonKeeper(
                state,
                () -> state.snapshot().at(clock.instant()),
                feed,
                cycle::betweenDecisions,
                () -> loop.decides(gate),
                writer,
                properties.visible() == Visible.BALLOONS,
                ticker);
        return new ProgressLoop("balloons", keeper::step, VISIBLE_PAUSE, ticker, meters);
    }

    @Bean
    LifecyclePhase balloonsPhase(ProgressLoop balloonsLoop) {
        return LifecyclePhase.of(LifecyclePhase.PUBLISH, balloonsLoop);
    }

    /** Amounts change with many decisions, so that objects which show them are written, not only created and deleted. */
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
