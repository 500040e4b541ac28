package dev.edgewise.offloader.cluster;

import dev.edgewise.offloader.safety.Workload;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What the pods of a snapshot come to, by node and by workload: the same for all rounds between two changes of the cluster. */
final class PodCounts {
    private final Map<String, OnNode> nodes = new HashMap<>();
    private final List<Count> counts = new ArrayList<>();

    /** How many pods a workload has, and should have. */
    static final class Count {
        private final Workload workload;
        private int existing;
        private int ready;
        /** Below 0 if nothing says. */
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

    /** Of the workload of a pod, by the pod's place in the snapshot. */
    Count count(int pod) {
        return counts.get(pod);
    }

    /** What the functions on a node request, in millicores. */
    long hostedMillis(String node) {
        OnNode on = nodes.get(node);
        return on == null ? 0 : on.millis;
    }

    /** How many functions are on a node. */
    int functions(String node) {
        OnNode on = nodes.get(node);
        return on == null ? 0 : on.functions;
    }
}
