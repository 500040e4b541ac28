package dev.edgewise.scheduler.preemption;

import dev.edgewise.scheduler.cluster.Importance;
import dev.edgewise.scheduler.cluster.NodeState;
import dev.edgewise.scheduler.cluster.Snapshot;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.pipeline.Feasibility;
import dev.edgewise.scheduler.pipeline.Rejection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds the fewest and least important pods whose eviction lets the pod run on a node, by trying it in place.
 *
 * <p>Source: SelectVictimsOnNode in kubernetes, pkg/scheduler/framework/plugins/defaultpreemption/default_preemption.go.
 */
final class VictimSearch {
    private static final Rejection NO_VICTIMS =
            Rejection.unresolvable("DefaultPreemption", "No preemption victims found for incoming pod");

    private final Pod pod;
    private final Feasibility feasibility;
    private final Budgets budgets;
    /** Whether the pod has to be near others, which are not looked for among those that may have to go. */
    private final boolean needsOthers;

    /**
     * What was found on a node.
     *
     * @param victims null if evicting does not help there
     * @param rejection why not; null if it helps
     */
    record Finding(@Nullable Victims victims, @Nullable Rejection rejection) {}

    /** @param feasibility of the pod in the snapshot, where nothing is tried at the moment */
    VictimSearch(Pod pod, Feasibility feasibility, Snapshot snapshot) {
        this.pod = pod;
        this.feasibility = feasibility;
        this.needsOthers = !pod.spec().podAffinity().required().isEmpty();
        this.budgets = new Budgets(snapshot.disruptionBudgets());
    }

    Finding on(NodeState node) {
        if (node.lowestPriority() >= pod.spec().priority()) {
            return new Finding(null, NO_VICTIMS);
        }
        List<Pod> lower = node.podsBelow(pod.spec().priority());
        if (lower.isEmpty()) {
            return new Finding(null, NO_VICTIMS);
        }
        Budgets.Division division = budgets.divide(lower);
        try (Trial trial = new Trial(feasibility, node)) {
            Rejection rejection = needsOthers ? trial.evict(division.inOrder()) : trial.evictLast(division.inOrder());
            return rejection == null
                    ? new Finding(victims(node, trial.reprieve(), division), null)
                    : new Finding(null, rejection);
        }
    }

    private Victims victims(NodeState node, List<Pod> victims, Budgets.Division division) {
        int violations = 0;
        if (!division.breaking().isEmpty()) {
            violations = division.breakingAmong(victims);
            victims.sort(Importance.MOST_IMPORTANT_FIRST);
        }
        return new Victims(node.name(), victims, violations);
    }
}
