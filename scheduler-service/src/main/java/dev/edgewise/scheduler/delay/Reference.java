package dev.edgewise.scheduler.delay;

import dev.edgewise.scheduler.cluster.Snapshot;
import dev.edgewise.scheduler.cluster.Workloads;
import dev.edgewise.scheduler.model.Node;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.rtt.RttRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Where a need's reference is now: the nodes it stands for, and the times known from each. A name that is both a node's
 * and a workload's means the node.
 *
 * @param pods those that say where it is; none where a node is meant
 * @param problem why the reference stands for nothing; null if it does
 */
record Reference(List<Origin> origins, RunningPods pods, @Nullable String problem) {
    /**
     * A node that the reference stands for.
     *
     * @param row the times from it; null if none are known
     */
    record Origin(String node, @Nullable RttRow row) {}

    /**
     * The running pods of a workload.
     *
     * @param onNode how many run on each node
     */
    record RunningPods(String namespace, String workload, Map<String, Integer> onNode) {
        static final RunningPods NONE = new RunningPods("", "", Map.of());

        boolean include(Pod pod, Node node) {
            return onNode.containsKey(node.name()) && Workloads.isRunningPodOf(namespace, workload, pod);
        }

        int on(Node node) {
            return onNode.getOrDefault(node.name(), 0);
        }
    }

    static Reference resolve(DelayNeed need, Pod pod, Snapshot snapshot) {
        if (snapshot.node(need.reference()) != null) {
            return at(Set.of(need.reference()), RunningPods.NONE, snapshot);
        }
        Workloads.Workload workload = snapshot.workloads().find(pod.namespace(), need.reference());
        if (workload == null || isOnlyItself(workload, need, pod)) {
            return problem("delay reference \"" + need.reference() + "\" is neither a node nor a workload with pods in"
                    + " namespace \"" + pod.namespace() + "\"");
        }
        if (workload.nodes().isEmpty()) {
            return problem(notRunning(need));
        }
        return at(workload.nodes(), new RunningPods(pod.namespace(), need.reference(), workload.running()), snapshot);
    }

    private static Reference at(Set<String> nodes, RunningPods pods, Snapshot snapshot) {
        List<Origin> origins = new ArrayList<>(nodes.size());
        for (String node : nodes) {
            origins.add(new Origin(node, snapshot.rtt().from(node)));
        }
        return new Reference(origins, pods, null);
    }

    static String notRunning(DelayNeed need) {
        return "delay reference \"" + need.reference() + "\" is a workload without a running pod";
    }

    private static Reference problem(String problem) {
        return new Reference(List.of(), RunningPods.NONE, problem);
    }

    /** A pod that refers to a workload of which it is the only pod waits for itself. */
    private static boolean isOnlyItself(Workloads.Workload workload, DelayNeed need, Pod pod) {
        return workload.pods() == 1
                && need.reference().equals(pod.workload())
                && workload.nodes().isEmpty();
    }
}
