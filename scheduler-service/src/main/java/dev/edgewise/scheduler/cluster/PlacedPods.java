package dev.edgewise.scheduler.cluster;

import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.PodKey;

/**
 * What is looked up about the pods on nodes, those of nodes that are not there included. Immutable.
 *
 * @param groups how many pods with which labels each node holds
 * @param terms their affinity terms
 * @param claims which claims they mount
 * @param away which are on another node than their owner
 */
record PlacedPods(PodIndex groups, TermIndex terms, ClaimIndex claims, AwayPods away) {
    static final PlacedPods NONE = new PlacedPods(PodIndex.EMPTY, TermIndex.EMPTY, ClaimIndex.EMPTY, AwayPods.NONE);

    PlacedPods with(Pod pod) {
        return new PlacedPods(groups.with(pod), terms.with(pod), claims.with(pod), away.with(pod));
    }

    PlacedPods without(Pod pod) {
        return new PlacedPods(groups.without(pod), terms.without(pod), claims.without(pod), away.without(pod));
    }

    /** Without the pod, if the node has it. */
    PlacedPods without(NodeState node, PodKey pod) {
        for (Pod placed : node.pods()) {
            if (placed.key().equals(pod)) {
                return without(placed);
            }
        }
        return this;
    }
}
