package dev.edgewise.scheduler.delay;

import dev.edgewise.scheduler.cluster.Snapshot;
import dev.edgewise.scheduler.cluster.Workloads;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.rtt.RttRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Where a need's reference is now: the nodes it stands for, and the times known from each. A name that is both a node's
 * and a workload's means the node.
 *
 * @param problem why the reference stands for nothing; null if it does
 */
record Reference(List<Origin> origins, @Nullable String problem) {
    /**
     * A node that the reference stands for.
     *
     * @param row the times from it; null if none are known
     */
    record Origin(String node, @Nullable RttRow row) {}

    static Reference resolve(DelayNeed need, Pod pod, Snapshot snapshot) {
        if (snapshot.node(need.reference()) != null) {
            return at(Set.of(need.reference()), snapshot);
        }
        Workloads.Workload workload = snapshot.workloads().find(pod.namespace(), need.reference());
        if (workload == null || isOnlyItself(workload, need, pod)) {
            return problem("delay reference \"" + need.reference() + "\" is neither a node nor a workload with pods in"
                    + " namespace \"" + pod.namespace() + "\"");
        }
        if (workload.nodes().isEmpty()) {
            return problem("delay reference \"" + need.reference() + "\" is a workload without a running pod");
        }
        return at(workload.nodes(), snapshot);
    }

    private static Reference at(Set<String> nodes, Snapshot snapshot) {
        List<Origin> origins = new ArrayList<>(nodes.size());
        for (String node : nodes) {
            origins.add(new Origin(node, snapshot.rtt().from(node)));
        }
        return new Reference(origins, null);
    }

    private static Reference problem(String problem) {
        return new Reference(List.of(), problem);
    }

    /** A pod that refers to a workload of which it is the only pod waits for itself. */
    private static boolean isOnlyItself(Workloads.Workload workload, DelayNeed need, Pod pod) {
        return workload.pods() == 1
                && need.reference().equals(pod.workload())
                && workload.nodes().isEmpty();
    }
}
