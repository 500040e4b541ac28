package dev.edgewise.offloader.rounds;

import dev.edgewise.common.RequestedCpu;
import dev.edgewise.common.WriteGate;
import dev.edgewise.common.boot.LifecyclePhase;
import dev.edgewise.common.boot.LoopHealth;
import dev.edgewise.common.boot.ProgressLoop;
import dev.edgewise.common.signal.SignalFollower;
import dev.edgewise.common.signal.SignalStores;
import dev.edgewise.common.signal.energy.EnergyReading;
import dev.edgewise.common.signal.json.EnergyReadingJson;
import dev.edgewise.common.time.Ticker;
import dev.edgewise.offloader.cluster.BatteryHistory;
import dev.edgewise.offloader.cluster.ClusterTable;
import dev.edgewise.offloader.moves.Evictions;
import dev.edgewise.offloader.moves.Moves;
import dev.edgewise.offloader.moves.Reservations;
import dev.edgewise.offloader.safety.SafetyGate;
import dev.edgewise.offloader.safety.SafetySettings;
import dev.edgewise.offloader.scheduler.Violations;
import dev.edgewise.offloader.scheduler.WhatIf;
import dev.edgewise.offloader.settings.BatteryProperties;
import dev.edgewise.offloader.settings.OffloaderProperties;
import dev.edgewise.offloader.settings.SafetyProperties;
import dev.edgewise.offloader.surge.Scales;
import dev.edgewise.offloader.surge.SurgeRecords;
import dev.edgewise.offloader.surge.Surges;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Puts sight, plans and moves together. */
@Configuration(proxyBeanMethods = false)
class RoundsConfiguration {
    private static final Status DEGRADED = new Status("DEGRADED");
    /** Landings are seen so soon. */
    private static final Duration LOOK = Duration.ofSeconds(1);
    /** A pod that the scheduler would not place on its target lets others go first for this many rounds. */
    private static final int ROUNDS_BETWEEN = 3;
    /** Several thousand answers, and ten evictions without one. */
    private static final Duration STUCK_AFTER = Duration.ofMinutes(10);

    @Bean
    ClusterView clusterView(
            ClusterTable table, RequestedCpu others, BatteryProperties battery, ClusterView.Watches watches, Clock clock) {
        BatteryHistory batteries = new BatteryHistory(new BatteryHistory.Habits(
                battery.idleMilliwatt(), battery.coreMilliwatt(), battery.failedPercent(), battery.bootPercent()));
        return new ClusterView(table, others, batteries, watches, clock);
    }

    /** The readings of all nodes are one row. */
    @Bean(destroyMethod = "")
    SignalFollower<EnergyReading> energyFollower(SignalStores stores, ClusterView clusterView) {
        return new SignalFollower<>(EnergyReadingJson.KIND, stores, (row, readings) -> clusterView.take(readings));
    }

    @Bean
    MoveHistory moveHistory() {
        return new MoveHistory();
    }

    @Bean
    LatestPlan latestPlan(MeterRegistry meters) {
        return new LatestPlan(meters);
    }

    @Bean
    PauseState pauseState(PauseSwitch store, Ticker ticker, MeterRegistry meters) {
        PauseState state = new PauseState(store, ticker);
        Gauge.builder("edgewise.offloader.paused", state, paused -> paused.wasPaused() ? 1 : 0)
                .description("1 while moves are paused")
                .register(meters);
        return state;
    }

    @Bean
    Offloader offloader(
            OffloaderProperties properties,
            SafetyProperties safety,
            ClusterView clusterView,
            WhatIf whatIf,
            Violations violations,
            Reservations reservations,
            Evictions evictions,
            Scales scales,
            SurgeRecords surges,
            LimitRecords limits,
            MoveHistory history,
            LatestPlan board,
            PauseState pauses,
            OffloadEvents events,
            WriteGate writes,
            Ticker ticker,
            Clock clock,
            MeterRegistry meters) {
        SafetySettings settings = safety.settings();
        SafetyGate gate = new SafetyGate(settings);
        Evictions guarded = new GuardedEvictions(evictions, clusterView, pauses, properties.dryRun());
        Mover mover = new Mover(
                listener -> new Moves(reservations, guarded, gate, listener, properties.moveTimeout()),
                (pods, listener) -> new Surges(
                        reservations, scales, guarded, surges, pods, gate, listener, properties.moveTimeout()),
                new KeptLimits(gate, limits),
                clusterView,
                history,
                events,
                clock,
                meters);
        Planning planning = new Planning(gate, settings, whatIf, violations);
        PlanningState begin =
                PlanningState.begin(settings, properties.interval().multipliedBy(ROUNDS_BETWEEN));
        return new Offloader(properties, clusterView, planning, begin, mover, board, pauses, events, writes, ticker, clock);
    }

    @Bean
    ProgressLoop roundsLoop(Offloader offloader, OffloaderProperties properties, Ticker ticker, MeterRegistry meters) {
        Duration pause = properties.interval().compareTo(LOOK) < 0 ? properties.interval() : LOOK;
        return new ProgressLoop("offload-rounds", offloader::step, pause, ticker, meters);
    }

    /** A stop looks once more for landings, and begins nothing. */
    @Bean
    LifecyclePhase roundsPhase(ProgressLoop roundsLoop, Offloader offloader) {
        return new LifecyclePhase(LifecyclePhase.MEASURE, roundsLoop::start, () -> {
            offloader.stop();
            roundsLoop.stop();
        });
    }

    /** {@code DEGRADED}, with the reason, while there can be no plan, so that no pod is moved, violations are not known, or a surge cannot go on. */
    @Bean("offloads")
    HealthIndicator offloaderHealth(LatestPlan board) {
        return () -> {
            Health.Builder health = new Health.Builder().up();
            board.trouble().ifPresent(why -> health.status(DEGRADED).withDetail("trouble", why));
            board.violationTrouble().ifPresent(why -> health.status(DEGRADED).withDetail("violations", why));
            board.surgeTrouble().ifPresent(why -> health.status(DEGRADED).withDetail("surge", why));
            board.last().ifPresent(plan -> health.withDetail("plannedAt", plan.at()));
            return health.build();
        };
    }

    /** Liveness: whether rounds make progress, whether they succeed or not. */
    @Bean
    HealthIndicator offloadLoop(ProgressLoop roundsLoop) {
        return new LoopHealth(List.of(roundsLoop), STUCK_AFTER);
    }
}
