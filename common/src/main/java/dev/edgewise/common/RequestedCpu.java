package dev.edgewise.common;

import java.util.HashMap;
import java.util.Map;

/** What the running pods of each node request of its processors. Safe for many threads. */
public final class RequestedCpu {
    private record Share(String node, long millis) {}

    private final Map<String, Share> pods = new HashMap<>();
    private final Map<String, Long> sums = new HashMap<>();

    /** @param pod namespace and name */
    public synchronized void put(String pod, String node, long millis) {
        remove(pod);
        pods.put(pod, new Share(node, millis));
        sums.merge(node, millis, Long::sum);
    }

    public synchronized void remove(String pod) {
        Share share = pods.remove(pod);
        if (share != null) {
            sums.merge(share.node(), -share.millis(), (sum, less) -> sum + less == 0 ? null : sum + less);
        }
    }

    /** Of one node, in millicores. */
    public synchronized long millisOf(String node) {
        return sums.getOrDefault(node, 0L);
    }

    /** Of one node, in cores. */
    public double coresOf(String node) {
        return millisOf(node) / 1000.0;
    }
}
