package dev.edgewise.scheduler.preemption;

import dev.edgewise.scheduler.cluster.NodeState;
import dev.edgewise.scheduler.cluster.Snapshot;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.pipeline.Feasibility;
import dev.edgewise.scheduler.pipeline.Rejection;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds the fewest and least important pods whose eviction lets the pod run on a node, by trying it in place.
 *
 * <p>Source: SelectVictimsOnNode in kubernetes, pkg/scheduler/framework/plugins/defaultpreemption/default_preemption.go.
 */
final class VictimSearch {
    private static final Rejection NO_VICTIMS =
            Rejection.fixed("DefaultPreemption", "No preemption victims found for incoming pod");

    private final Pod pod;
    private final Feasibility feasibility;
    private final Comparator<Pod> mostImportantFirst;
    private final Budgets budgets;

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
        this.mostImportantFirst = Importance.mostImportantFirst(snapshot.takenAt());
        this.budgets = new Budgets(snapshot.disruptionBudgets());
    }

    Finding on(NodeState node) {
        if (node.lowestPriority() >= pod.spec().priority()) {
            return new Finding(null, NO_VICTIMS);
        }
        List<Pod> lower = lowerPods(node);
        Budgets.Division division = budgets.divide(lower);
        try (Trial trial = new Trial(feasibility, node)) {
            Rejection rejection = evict(trial, lower, division);
            if (rejection != null) {
                return new Finding(null, rejection);
            }
            trial.reprieve(division.inOrder().stream().filter(trial::isGone).toList());
            int violations =
                    (int) division.breaking().stream().filter(trial::isGone).count();
            List<Pod> victims = lower.stream().filter(trial::isGone).toList();
            return new Finding(new Victims(node.name(), victims, violations), null);
        }
    }

    /** Pods that the pod must be near are not looked for among those that may have to go. */
    private @Nullable Rejection evict(Trial trial, List<Pod> lower, Budgets.Division division) {
        boolean needsOthers = !pod.spec().podAffinity().required().isEmpty();
        return needsOthers ? trial.evict(lower) : trial.evictLast(division.inOrder());
    }

    /** The most important first. */
    private List<Pod> lowerPods(NodeState node) {
        List<Pod> lower = new ArrayList<>(node.pods().size());
        for (Pod other : node.pods()) {
            if (other.spec().priority() < pod.spec().priority()) {
                lower.add(other);
            }
        }
        lower.sort(mostImportantFirst);
        return lower;
    }
}
