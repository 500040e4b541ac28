package dev.edgewise.sandbox.evaluate.recovery;

import dev.edgewise.scheduler.framework.Profile;
import dev.edgewise.scheduler.model.Pod;
import java.util.List;

/**
 * Outcome of the pods of one run.
 *
 * @param reservePercent memory that is kept, in percent of what the protected pods request
 * @param uncoveredPairs of a node and a backup that has not the room
 * @param unprotected pods that have a node and no backup
 * @param unplaced pods that have no node
 * @param unmet pods on a node that does not meet their needs
 * @param recoveredPercent of the protected pods, over the failures of all nodes, each by itself
 * @param times of its decisions
 */
record RecoveryRunResult(
        double reservePercent,
        int uncoveredPairs,
        int unprotected,
        int unplaced,
        int unmet,
        double recoveredPercent,
        DecisionTimes times) {
    static RecoveryRunResult of(SequentialPodPlacer placements, NodesWithTrueDelays site, int pods) {
        return of(placements, placements.placed(), site, pods);
    }

    /** @param placed with their backups */
    static RecoveryRunResult of(SequentialPodPlacer placements, List<Pod> placed, NodesWithTrueDelays site, int pods) {
        PlacementEvaluator judge = new PlacementEvaluator(site, placed);
        int unprotected =
                (int) placed.stream().filter(pod -> pod.backupNode() == null).count();
        return new RecoveryRunResult(
                placements.reservePercent(placed),
                judge.uncoveredPairs(),
                unprotected,
                pods - placed.size(),
                judge.unmet(),
                judge.recoveredPercent(),
                placements.times());
    }

    /** Places all of the pods. */
    static RecoveryRunResult of(NodesWithTrueDelays site, Profile profile, List<Pod> pods, long seed) {
        SequentialPodPlacer placements = new SequentialPodPlacer(site, profile, seed);
        placements.place(pods);
        return of(placements, site, pods.size());
    }
}
