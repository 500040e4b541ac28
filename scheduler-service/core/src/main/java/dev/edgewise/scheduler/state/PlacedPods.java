package dev.edgewise.scheduler.state;

import dev.edgewise.scheduler.model.Pod;

/**
 * What is looked up about the pods on nodes, those of nodes that are not there included. Immutable.
 *
 * @param groups how many pods with which labels each node holds
 * @param terms their affinity terms
 * @param away which are on another node than their owner
 */
record PlacedPods(PodIndex groups, TermIndex terms, AwayPods away) {
    static final PlacedPods NONE = new PlacedPods(PodIndex.EMPTY, TermIndex.EMPTY, AwayPods.NONE);

    PlacedPods with(Pod pod) {
        return new PlacedPods(groups.with(pod), terms.with(pod), away.with(pod));
    }

    PlacedPods without(Pod pod) {
        return new PlacedPods(groups.without(pod), terms.without(pod), away.without(pod));
    }
}
