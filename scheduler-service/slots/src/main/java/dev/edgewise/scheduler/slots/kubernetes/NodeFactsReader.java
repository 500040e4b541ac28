package dev.edgewise.scheduler.slots.kubernetes;

import dev.edgewise.scheduler.model.Node;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.Resources;
import dev.edgewise.scheduler.slots.decide.NodeFacts;
import dev.edgewise.scheduler.state.NodeState;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads from the state of the scheduler what decisions about slots need of a node. For one thread. */
final class NodeFactsReader {
    /** The beginning of the names of the pods that stand for slots in the state. */
    private static final String PLACEHOLDERS = "/slot/";

    /** When each lost node was first seen to be lost. A new leader counts from when it first sees it. */
    private final Map<String, Instant> lostSince = new HashMap<>();

    /**
     * Returns what is known of the node.
     *
     * @param keys node labels of testbeds
     */
    NodeFacts read(NodeState state, Set<String> keys, Instant now) {
        Node node = state.node();
        Map<String, String> labels = new HashMap<>(node.labels());
        labels.keySet().retainAll(keys);
        Resources sum = Resources.NONE;
        int pods = 0;
        for (Pod pod : state.pods()) {
            if (!isPlaceholder(pod)) {
                sum = sum.plus(pod.spec().requests().needed());
                pods++;
            }
        }
        return new NodeFacts(
                node.name(),
                labels,
                node.allocatable(),
                sum,
                node.maxPods() - pods,
                node.unschedulable(),
                node.taints(),
                lostSince(node, now));
    }

    private @Nullable Instant lostSince(Node node, Instant now) {
        if (!node.isLost()) {
            lostSince.remove(node.name());
            return null;
        }
        return lostSince.computeIfAbsent(node.name(), first -> now);
    }

    /** Forgets since when a node that is gone was lost. */
    void gone(String node) {
        lostSince.remove(node);
    }

    /** Forgets everything: other replicas may have led meanwhile, and this one has not seen what happened. */
    void forget() {
        lostSince.clear();
    }

    /** Returns whether it stands for a slot in the state: no namespace of a pod has a slash. */
    private static boolean isPlaceholder(Pod pod) {
        return pod.namespace().indexOf('/') >= 0 && pod.key().name().startsWith(PLACEHOLDERS);
    }
}
