package dev.edgewise.scheduler.failover;

import dev.edgewise.common.time.Ticker;
import dev.edgewise.scheduler.cluster.NodeState;
import dev.edgewise.scheduler.cluster.Snapshot;
import dev.edgewise.scheduler.failover.FailureRules.Cause;
import dev.edgewise.scheduler.model.Taint;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Which nodes have failed, by the taints that Kubernetes gives them at once ({@code NoSchedule}) or as it evicts pods, one node in 10 s
 * ({@code NoExecute}). Intervals are measured from when they are first seen. For one thread.
 *
 * <p>Where most nodes seem to fail, the control plane has lost the nodes rather than these their pods: none counts as failed then.
 *
 * <p>Source: zone states of the node lifecycle controller in kubernetes, pkg/controller/nodelifecycle.
 */
final class FailedNodes {
    private static final String NOT_READY = "node.kubernetes.io/not-ready";
    private static final String UNREACHABLE = "node.kubernetes.io/unreachable";

    /** The threshold of kube-controller-manager. */
    private static final double MOST_OF_THEM = 0.55;
    /** Fewer may fail by chance. */
    private static final int MANY = 3;

    private final FailureRules rules;
    private final Ticker ticker;
    private final Map<String, Long> since = new HashMap<>();

    FailedNodes(FailureRules rules, Ticker ticker) {
        this.rules = rules;
        this.ticker = ticker;
    }

    /** Those of the nodes that have failed, each as long as it is asked about. */
    Set<String> of(Set<String> nodes, Snapshot snapshot) {
        since.keySet().retainAll(nodes);
        Set<String> failed = new TreeSet<>();
        for (String name : nodes) {
            Cause cause = cause(snapshot.node(name));
            if (cause == null || !rules.causes().contains(cause)) {
                since.remove(name);
            } else if (ticker.since(since.computeIfAbsent(name, first -> ticker.nanos()))
                            .compareTo(rules.grace())
                    >= 0) {
                failed.add(name);
            }
        }
        return isOutage(failed.size(), snapshot.nodes().size()) ? Set.of() : failed;
    }

    private static boolean isOutage(int failed, int nodes) {
        return failed >= MANY && failed >= MOST_OF_THEM * nodes;
    }

    private static @Nullable Cause cause(@Nullable NodeState node) {
        if (node == null) {
            return Cause.DELETED;
        }
        for (Taint taint : node.node().taints()) {
            if (taint.key().equals(UNREACHABLE)) {
                return Cause.UNREACHABLE;
            }
            if (taint.key().equals(NOT_READY)) {
                return Cause.NOT_READY;
            }
        }
        return null;
    }
}
