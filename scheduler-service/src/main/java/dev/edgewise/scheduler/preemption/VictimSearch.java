package dev.edgewise.scheduler.preemption;

import dev.edgewise.scheduler.cluster.NodeState;
import dev.edgewise.scheduler.cluster.Snapshot;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.pipeline.Feasibility;
import dev.edgewise.scheduler.pipeline.Profile;
import dev.edgewise.scheduler.pipeline.Rejection;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds the fewest and least important pods whose eviction lets the pod run on a node, by trying it in a snapshot. */
record VictimSearch(Profile profile, Pod pod, Snapshot snapshot) {
    private static final Rejection NO_VICTIMS =
            Rejection.fixed("DefaultPreemption", "No preemption victims found for incoming pod");

    /**
     * What was found on a node.
     *
     * @param victims null if evicting does not help there
     * @param rejection why not; null if it helps
     */
    record Finding(@Nullable Victims victims, @Nullable Rejection rejection) {}

    Finding on(NodeState node) {
        List<Pod> lower = lowerPods(node);
        Rejection rejection = lower.isEmpty() ? NO_VICTIMS : rejectionWithout(node, lower);
        if (rejection != null) {
            return new Finding(null, rejection);
        }
        Budgets budgets = Budgets.divide(lower, snapshot.disruptionBudgets());
        List<Pod> evicted = new ArrayList<>(lower);
        int violations = budgets.breaking().size() - reprieve(node, budgets.breaking(), evicted);
        reprieve(node, budgets.keeping(), evicted);
        return new Finding(new Victims(node.name(), evicted, violations), null);
    }

    /** Lets every pod stay without which the rest is enough, the most important first; how many stay. */
    private int reprieve(NodeState node, List<Pod> candidates, List<Pod> evicted) {
        int reprieved = 0;
        for (Pod candidate : candidates) {
            List<Pod> fewer = new ArrayList<>(evicted);
            fewer.removeIf(victim -> victim == candidate);
            if (rejectionWithout(node, fewer) == null) {
                evicted.removeIf(victim -> victim == candidate);
                reprieved++;
            }
        }
        return reprieved;
    }

    private @Nullable Rejection rejectionWithout(NodeState node, List<Pod> victims) {
        Snapshot cleared = snapshot.evicting(node.name(), victims);
        NodeState rest = cleared.node(node.name());
        return rest == null ? null : Feasibility.of(profile, pod, cleared).firstRejection(rest);
    }

    private List<Pod> lowerPods(NodeState node) {
        return node.pods().stream()
                .filter(other -> other.spec().priority() < pod.spec().priority())
                .sorted(Importance.mostImportantFirst(snapshot.takenAt()))
                .toList();
    }
}
