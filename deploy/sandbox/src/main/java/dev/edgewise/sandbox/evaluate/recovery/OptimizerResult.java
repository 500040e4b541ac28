package dev.edgewise.sandbox.evaluate.recovery;

import dev.edgewise.common.time.Ticker;
import dev.edgewise.scheduler.framework.Profile;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.optimizer.ReserveOptimizer;
import dev.edgewise.scheduler.optimizer.ReservePlan;
import dev.edgewise.scheduler.optimizer.SearchTimeLimit;
import dev.edgewise.scheduler.state.ClusterState;
import dev.edgewise.scheduler.state.protection.PodWithBackup;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Result of scheduler-service's optimiser for a placement, applied and judged as any other outcome.
 *
 * @param outcome with the new backups
 * @param plan that led to it
 */
record OptimizerResult(RecoveryRunResult outcome, ReservePlan plan) {
    /** Changes the backups in the cluster of these placements. */
    static OptimizerResult of(
            SequentialPodPlacer placements,
            Profile profile,
            Duration deadline,
            NodesWithTrueDelays site,
            int pods,
            long seed) {
        ClusterState state = placements.state();
        ReservePlan plan = new ReserveOptimizer(
                        state.snapshot(),
                        state.protection().pods(),
                        name -> profile,
                        Integer.MAX_VALUE,
                        new SplittableRandom(seed),
                        new SearchTimeLimit(Ticker.system(), deadline, () -> {}))
                .optimize();
        plan.moves().forEach(move -> state.protection().assign(move.pod().pod(), null));
        plan.moves().forEach(move -> state.protection().assign(move.pod().pod(), move.to()));
        List<Pod> backedUp = state.protection().pods().stream()
                .map(OptimizerResult::withBackup)
                .toList();
        return new OptimizerResult(RecoveryRunResult.of(placements, backedUp, site, pods), plan);
    }

    private static Pod withBackup(PodWithBackup pod) {
        return pod.pod().backedUpBy(pod.backup());
    }
}
