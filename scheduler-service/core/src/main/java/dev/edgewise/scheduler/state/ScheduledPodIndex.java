package dev.edgewise.scheduler.state;

import dev.edgewise.scheduler.model.Pod;

/**
 * Indexes of the pods on nodes, absent nodes included. Immutable.
 *
 * @param groups how many pods with which labels each node holds
 * @param terms their affinity terms
 * @param away the pods that are on another node than their owner
 */
record ScheduledPodIndex(PodIndex groups, TermIndex terms, RemotePodDemand away) {
    static final ScheduledPodIndex NONE = new ScheduledPodIndex(PodIndex.EMPTY, TermIndex.EMPTY, RemotePodDemand.NONE);

    ScheduledPodIndex with(Pod pod) {
        return new ScheduledPodIndex(groups.with(pod), terms.with(pod), away.with(pod));
    }

    ScheduledPodIndex without(Pod pod) {
        return new ScheduledPodIndex(groups.without(pod), terms.without(pod), away.without(pod));
    }
}
