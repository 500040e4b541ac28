package dev.edgewise.common;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** CPU requests of the running pods, by node. Safe for many threads. */
public final class NodeCpuRequests {
    private record Share(String node, long millis) {}

    /** Shares by namespace and name of the pod. */
    private final Map<String, Map<String, Share>> pods = new HashMap<>();

    private final Map<String, Long> sums = new HashMap<>();

    public synchronized void put(String namespace, String pod, String node, long millis) {
        // Of 150,000 pods, each would keep a name of its node.
        Share share = new Share(node.intern(), millis);
        subtract(pods.computeIfAbsent(namespace, none -> new HashMap<>()).put(pod, share));
        sums.merge(share.node(), millis, Long::sum);
    }

    public synchronized void remove(String namespace, String pod) {
        pods.computeIfPresent(namespace, (same, shares) -> {
            subtract(shares.remove(pod));
            return shares.isEmpty() ? null : shares;
        });
    }

    private void subtract(@Nullable Share share) {
        if (share != null) {
            sums.merge(share.node(), -share.millis(), (sum, less) -> sum + less == 0 ? null : sum + less);
        }
    }

    /** Requested CPU of a node, in millicores. */
    public synchronized long millisOf(String node) {
        return sums.getOrDefault(node, 0L);
    }

    /** Requested CPU of a node, in cores. */
    public double coresOf(String node) {
        return millisOf(node) / 1000.0;
    }
}
