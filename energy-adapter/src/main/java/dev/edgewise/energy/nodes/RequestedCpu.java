package dev.edgewise.energy.nodes;

import java.util.HashMap;
import java.util.Map;

/** What the running pods of each node request of its processors. Safe for many threads. */
public final class RequestedCpu {
    private record Share(String node, double cores) {}

    private final Map<String, Share> pods = new HashMap<>();
    private final Map<String, Double> cores = new HashMap<>();

    /** @param pod namespace and name */
    public synchronized void put(String pod, String node, double requested) {
        remove(pod);
        pods.put(pod, new Share(node, requested));
        cores.merge(node, requested, Double::sum);
    }

    public synchronized void remove(String pod) {
        Share share = pods.remove(pod);
        if (share != null) {
            cores.computeIfPresent(share.node(), (node, sum) -> sum - share.cores());
        }
    }

    /** Of one node, in cores. */
    public synchronized double of(String node) {
        return Math.max(0, cores.getOrDefault(node, 0.0));
    }
}
