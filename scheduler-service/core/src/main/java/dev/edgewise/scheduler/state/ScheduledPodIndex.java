package dev.edgewise.scheduler.state;

import dev.edgewise.scheduler.facts.FactKey;
import dev.edgewise.scheduler.facts.FactUpdateRule;
import dev.edgewise.scheduler.model.Pod;

/**
 * Indexes of the pods on nodes, absent nodes included. Immutable.
 *
 * @param groups how many pods with which labels each node holds
 * @param terms their affinity terms
 * @param away the pods that are on another node than their owner
 */
record ScheduledPodIndex(PodIndex groups, AffinityTermIndex terms, OwnedRemotePodCpuDemand away) {
    static final FactKey<ScheduledPodIndex> FACT = FactKey.of(
            "scheduled pods",
            new ScheduledPodIndex(PodIndex.EMPTY, AffinityTermIndex.EMPTY, OwnedRemotePodCpuDemand.NONE),
            new FactUpdateRule<>() {
                @Override
                public ScheduledPodIndex withPod(ScheduledPodIndex index, Pod pod) {
                    return index.with(pod);
                }

                @Override
                public ScheduledPodIndex withoutPod(ScheduledPodIndex index, Pod pod) {
                    return index.without(pod);
                }

                @Override
                public boolean isSameWith(Pod before, Pod after) {
                    return PodDerivedState.isIndexedAlike(before, after);
                }
            });

    ScheduledPodIndex with(Pod pod) {
        return new ScheduledPodIndex(groups.with(pod), terms.with(pod), away.with(pod));
    }

    ScheduledPodIndex without(Pod pod) {
        return new ScheduledPodIndex(groups.without(pod), terms.without(pod), away.without(pod));
    }
}
