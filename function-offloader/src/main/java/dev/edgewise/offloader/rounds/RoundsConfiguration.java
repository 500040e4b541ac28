package dev.edgewise.offloader.rounds;

import dev.edgewise.common.WriteGate;
import dev.edgewise.common.boot.LifecyclePhase;
import dev.edgewise.common.boot.LoopHealth;
import dev.edgewise.common.boot.ProgressLoop;
import dev.edgewise.common.time.Ticker;
import dev.edgewise.offloader.rounds.execution.MoveService;
import dev.edgewise.offloader.rounds.execution.OffloadEvents;
import dev.edgewise.offloader.rounds.negotiation.PlanGenerator;
import dev.edgewise.offloader.rounds.negotiation.PlanningState;
import dev.edgewise.offloader.rounds.pause.PauseState;
import dev.edgewise.offloader.rounds.view.ClusterView;
import dev.edgewise.offloader.safety.MoveLimitTracker;
import dev.edgewise.offloader.scheduler.PlacementSimulator;
import dev.edgewise.offloader.scheduler.ViolationSource;
import dev.edgewise.offloader.settings.OffloaderProperties;
import dev.edgewise.offloader.settings.SafetyProperties;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Beans of the rounds. */
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
    LatestPlan latestPlan(MeterRegistry meters) {
        return new LatestPlan(meters);
    }

    @Bean
    PlanGenerator planning(
            MoveLimitTracker gate, SafetyProperties safety, PlacementSimulator whatIf, ViolationSource violations) {
        return new PlanGenerator(gate, safety.settings(), whatIf, violations);
    }

    @Bean
    OffloadLoop offloader(
            OffloaderProperties properties,
            SafetyProperties safety,
            ClusterView clusterView,
            PlanGenerator planning,
            MoveService mover,
            LatestPlan board,
            PauseState pauses,
            OffloadEvents events,
            WriteGate writes,
            Ticker ticker,
            Clock clock) {
        Duration afterRefusal = properties.interval().multipliedBy(ROUNDS_BETWEEN);
        PlanningState begin = PlanningState.begin(safety.settings(), afterRefusal);
        return new OffloadLoop(
                properties, clusterView, planning, begin, mover, board, pauses, events, writes, ticker, clock);
    }

    @Bean
    ProgressLoop roundsLoop(
            OffloadLoop offloader, OffloaderProperties properties, Ticker ticker, MeterRegistry meters) {
        Duration pause = properties.interval().compareTo(LOOK) < 0 ? properties.interval() : LOOK;
        return new ProgressLoop("offload-rounds", offloader::step, pause, ticker, meters);
    }

    /** A stop looks once more for landings, and begins nothing. */
    @Bean
    LifecyclePhase roundsPhase(ProgressLoop roundsLoop, OffloadLoop offloader) {
        return new LifecyclePhase(LifecyclePhase.MEASURE, roundsLoop::start, () -> {
            offloader.stop();
            roundsLoop.stop();
        });
    }

    /**
     * {@code DEGRADED}, with the reason, while there can be no plan, so that no pod is moved, violations are not known,
     * or a surge cannot continue.
     */
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
