package dev.edgewise.scheduler.preemption;

import dev.edgewise.scheduler.cluster.NodeState;
import dev.edgewise.scheduler.cluster.Snapshot;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.pipeline.Feasibility;
import dev.edgewise.scheduler.pipeline.Rejection;
import java.time.Instant;
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
    private final Instant now;
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
        this.now = snapshot.takenAt();
        this.budgets = new Budgets(snapshot.disruptionBudgets());
    }

    Finding on(NodeState node) {
        if (node.lowestPriority() >= pod.spec().priority()) {
            return new Finding(null, NO_VICTIMS);
        }
        List<Pod> lower = lowerPods(node);
        try (Trial trial = new Trial(feasibility, node, lower)) {
            Rejection rejection = trial.rejection();
            if (rejection != null) {
                return new Finding(null, rejection);
            }
            Budgets.Division division = budgets.divide(lower);
            int violations = 0;
            for (Pod protectedPod : division.breaking()) {
                violations += trial.reprieve(protectedPod) ? 0 : 1;
            }
            division.keeping().forEach(trial::reprieve);
            return new Finding(new Victims(node.name(), trial.gone(), violations), null);
        }
    }

    /** The most important first. */
    private List<Pod> lowerPods(NodeState node) {
        return node.pods().stream()
                .filter(other -> other.spec().priority() < pod.spec().priority())
                .sorted(Importance.mostImportantFirst(now))
                .toList();
    }
}
