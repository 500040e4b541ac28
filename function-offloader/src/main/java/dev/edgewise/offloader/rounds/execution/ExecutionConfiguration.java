package dev.edgewise.offloader.rounds.execution;

import dev.edgewise.offloader.moves.Evictions;
import dev.edgewise.offloader.moves.MoveExecutor;
import dev.edgewise.offloader.moves.Reservations;
import dev.edgewise.offloader.rounds.pause.PauseState;
import dev.edgewise.offloader.rounds.view.ClusterView;
import dev.edgewise.offloader.safety.MoveLimitTracker;
import dev.edgewise.offloader.settings.OffloaderProperties;
import dev.edgewise.offloader.settings.SafetyProperties;
import dev.edgewise.offloader.surge.DeploymentScaler;
import dev.edgewise.offloader.surge.SurgeExecutor;
import dev.edgewise.offloader.surge.SurgeStore;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Beans that carry moves out. */
@Configuration(proxyBeanMethods = false)
class ExecutionConfiguration {
    /** The two ways to move a pod, both behind the last look before an eviction. */
    record WaysToMove(MoveService.MovesMaker moves, MoveService.SurgesMaker surges) {}

    @Bean
    MoveHistory moveHistory() {
        return new MoveHistory();
    }

    @Bean
    MoveLimitTracker safetyGate(SafetyProperties safety) {
        return new MoveLimitTracker(safety.settings());
    }

    @Bean
    WaysToMove waysToMove(
            OffloaderProperties properties,
            Reservations reservations,
            Evictions evictions,
            DeploymentScaler scales,
            SurgeStore records,
            MoveLimitTracker gate,
            ClusterView clusterView,
            PauseState pauses) {
        Evictions guarded = new RecheckingEvictions(evictions, clusterView, pauses, properties.dryRun());
        return new WaysToMove(
                listener -> new MoveExecutor(reservations, guarded, gate, listener, properties.moveTimeout()),
                (pods, listener) -> new SurgeExecutor(
                        reservations, scales, guarded, records, pods, gate, listener, properties.moveTimeout()));
    }

    @Bean
    MoveService mover(
            WaysToMove ways,
            MoveLimitTracker gate,
            MoveLimitStore limits,
            ClusterView clusterView,
            MoveHistory history,
            OffloadEvents events,
            Clock clock,
            MeterRegistry meters) {
        PersistentMoveLimits kept = new PersistentMoveLimits(gate, limits);
        return new MoveService(ways.moves(), ways.surges(), kept, clusterView, history, events, clock, meters);
    }
}
