package dev.edgewise.offloader.cluster;

import dev.edgewise.offloader.safety.Workload;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Counts the pods of a snapshot, by node and by workload: the same for all rounds between two changes of the cluster.
 */
final class PodCounts {
    private final Map<String, OnNode> nodes = new HashMap<>();
    private final List<Count> counts = new ArrayList<>();

    /** The pods that a workload has, and should have. */
    static final class Count {
        private final Workload workload;
        private int existing;
        private int ready;
        /** The number of pods that it should have; below 0 if that is not known. */
        private int desired = -1;

        Count(Workload workload) {
            this.workload = workload;
        }

        Workload workload() {
            return workload;
        }

        int ready() {
            return ready;
        }

        int replicas() {
            return desired < 0 ? existing : desired;
        }
    }

    /** The functions on one node. */
    private static final class OnNode {
        long millis;
        int functions;
    }

    PodCounts(ClusterSnapshot cluster) {
        Map<Workload, Count> byWorkload = new HashMap<>();
        cluster.desired()
                .forEach((workload, desired) -> byWorkload.computeIfAbsent(workload, Count::new).desired = desired);
        for (CandidatePod pod : cluster.pods()) {
            if (pod.function()) {
                OnNode node = nodes.computeIfAbsent(pod.node(), none -> new OnNode());
                node.millis += pod.cpuMillis();
                node.functions++;
            }
            Count count = byWorkload.computeIfAbsent(cluster.workload(pod), Count::new);
            count.existing++;
            count.ready += pod.runs() ? 1 : 0;
            counts.add(count);
        }
    }

    /** The counts of the workload of a pod, by the pod's place in the snapshot. */
    Count count(int pod) {
        return counts.get(pod);
    }

    /** The request of the functions on a node, in millicores. */
    long hostedMillis(String node) {
        OnNode on = nodes.get(node);
        return on == null ? 0 : on.millis;
    }

    /** The number of functions on a node. */
    int functions(String node) {
        OnNode on = nodes.get(node);
        return on == null ? 0 : on.functions;
    }
}
