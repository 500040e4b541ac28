package dev.edgewise.scheduler.preemption;

import dev.edgewise.scheduler.framework.FeasibilityCheck;
import dev.edgewise.scheduler.framework.Rejection;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.state.DisruptionBudgetIndex;
import dev.edgewise.scheduler.state.NodeState;
import dev.edgewise.scheduler.state.PodPriorityOrder;
import dev.edgewise.scheduler.state.Snapshot;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Finds the fewest and least important pods whose eviction lets the pod run on a node, by trying it in place.
 *
 * <p>Source: SelectVictimsOnNode in kubernetes,
 * pkg/scheduler/framework/plugins/defaultpreemption/default_preemption.go.
 */
final class VictimSearch {
    private static final Rejection NO_VICTIMS =
            Rejection.unresolvable("DefaultPreemption", "No preemption victims found for incoming pod");
    private static final Rejection ALL_REFUSED = Rejection.unresolvable(
            "DefaultPreemption", "No preemption victims found for incoming pod that the API server lets evict");

    private final Pod pod;
    private final FeasibilityCheck feasibility;
    private final VictimBudgets budgets;
    private final Predicate<Pod> mayEvict;
    /** Whether the pod has to be near others, which are not looked for among those that may have to go. */
    private final boolean needsOthers;

    /**
     * The finding about a node.
     *
     * @param victims null if evicting does not help there
     * @param rejection why not; null if it helps
     */
    record Finding(@Nullable Victims victims, @Nullable Rejection rejection) {}

    /**
     * @param feasibility of the pod in the snapshot, where nothing is tried at the moment
     * @param mayEvict whether a pod of lower priority may be a victim
     */
    VictimSearch(Pod pod, FeasibilityCheck feasibility, Snapshot snapshot, Predicate<Pod> mayEvict) {
        this.pod = pod;
        this.feasibility = feasibility;
        this.needsOthers = !pod.spec().podAffinity().required().isEmpty();
        this.budgets = VictimBudgets.ofPreemption(snapshot.get(DisruptionBudgetIndex.FACT));
        this.mayEvict = mayEvict;
    }

    Finding on(NodeState node) {
        if (node.lowestPriority() >= pod.spec().priority()) {
            return new Finding(null, NO_VICTIMS);
        }
        List<Pod> below = node.podsBelow(pod.spec().priority());
        List<Pod> lower = below.stream().allMatch(mayEvict)
                ? below
                : below.stream().filter(mayEvict).toList();
        if (lower.isEmpty()) {
            return new Finding(null, below.isEmpty() ? NO_VICTIMS : ALL_REFUSED);
        }
        VictimBudgets.Division division = budgets.divide(lower);
        try (NodeWithoutVictims trial = new NodeWithoutVictims(feasibility, node)) {
            Rejection rejection = needsOthers ? trial.evict(division.inOrder()) : trial.evictLast(division.inOrder());
            return rejection == null
                    ? new Finding(victims(node, trial.reprieve(), division), null)
                    : new Finding(null, rejection);
        }
    }

    private Victims victims(NodeState node, List<Pod> victims, VictimBudgets.Division division) {
        int violations = 0;
        if (!division.breaking().isEmpty()) {
            violations = division.breakingAmong(victims);
            victims.sort(PodPriorityOrder.MOST_IMPORTANT_FIRST);
        }
        return new Victims(node.name(), victims, violations);
    }
}
