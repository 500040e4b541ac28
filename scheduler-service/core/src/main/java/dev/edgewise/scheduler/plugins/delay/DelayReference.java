package dev.edgewise.scheduler.plugins.delay;

import dev.edgewise.scheduler.model.Node;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.signals.rtt.NearestDistances;
import dev.edgewise.scheduler.signals.rtt.RttIndex;
import dev.edgewise.scheduler.signals.rtt.RttQualityRequirements;
import dev.edgewise.scheduler.signals.rtt.RttRow;
import dev.edgewise.scheduler.state.Snapshot;
import dev.edgewise.scheduler.state.WorkloadNodes;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The present place of a need's reference: the nodes it stands for, and the times known from each. A name that is both
 * a node's and a workload's means the node.
 *
 * @param nodes by name, with how many running pods say so; the same object as long as that does not change
 * @param namespace of the workload; empty where a node is meant
 * @param problem why the reference matches nothing; null if it does match
 */
record DelayReference(
        String name, Map<String, Integer> nodes, String namespace, RttIndex rtt, @Nullable String problem) {
    /**
     * A node that the reference stands for.
     *
     * @param row the times from it; null if none are known
     */
    record Origin(String node, @Nullable RttRow row) {}

    static DelayReference resolve(DelayNeed need, Pod pod, Snapshot snapshot) {
        String name = need.reference();
        RttIndex rtt = snapshot.get(RttIndex.FACT);
        if (snapshot.node(name) != null) {
            return new DelayReference(name, Map.of(name, 1), "", rtt, null);
        }
        WorkloadNodes.Workload workload = snapshot.get(WorkloadNodes.FACT).find(pod.namespace(), name);
        if (workload == null || isOnlyItself(workload, need, pod)) {
            String problem = "delay reference \"" + name
                    + "\" is neither a node nor a workload with pods in namespace \"" + pod.namespace() + "\"";
            return new DelayReference(name, Map.of(), pod.namespace(), rtt, problem);
        }
        String problem = workload.nodes().isEmpty() ? notRunning(name) : null;
        return new DelayReference(name, workload.running(), pod.namespace(), rtt, problem);
    }

    /** The nodes that a reference of the namespace's pods stands for; empty if it matches nothing. */
    static Map<String, Integer> nodes(String namespace, String name, Snapshot snapshot) {
        if (snapshot.node(name) != null) {
            return Map.of(name, 1);
        }
        WorkloadNodes.Workload workload = snapshot.get(WorkloadNodes.FACT).find(namespace, name);
        return workload == null ? Map.of() : workload.running();
    }

    static String notRunning(String name) {
        return "delay reference \"" + name + "\" is a workload without a running pod";
    }

    /** Returns how far nodes are from it. */
    NearestDistances nearest(RttQualityRequirements quality) {
        return rtt.nearest(nodes, quality);
    }

    /** The one at that place of {@link #origins}. */
    Origin origin(int place) {
        Iterator<String> names = nodes.keySet().iterator();
        for (int i = 0; i < place; i++) {
            names.next();
        }
        String node = names.next();
        return new Origin(node, rtt.from(node));
    }

    /** Returns the origins in the order in which {@link NearestDistances#origin} counts them. */
    List<Origin> origins() {
        List<Origin> origins = new ArrayList<>(nodes.size());
        for (String node : nodes.keySet()) {
            origins.add(new Origin(node, rtt.from(node)));
        }
        return origins;
    }

    /** Returns whether the pod places the reference on the node. */
    boolean isHeldBy(Pod placed, Node node) {
        return !namespace.isEmpty()
                && nodes.containsKey(node.name())
                && WorkloadNodes.isRunningPodOf(namespace, name, placed);
    }

    /** A pod that refers to a workload of which it is the only pod waits for itself. */
    private static boolean isOnlyItself(WorkloadNodes.Workload workload, DelayNeed need, Pod pod) {
        return workload.pods() == 1
                && need.reference().equals(pod.workload())
                && workload.nodes().isEmpty();
    }
}
