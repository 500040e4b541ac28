package dev.edgewise.scheduler.state;

import dev.edgewise.scheduler.facts.FactKey;
import dev.edgewise.scheduler.model.Pod;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.pcollections.HashTreePMap;
import org.pcollections.PMap;

/**
 * The state that is derived of pods: the pods of each node, and the facts that follow pods, such as workloads and
 * nominations. Not thread-safe.
 */
final class PodDerivedState {
    /** The pods that wait for room which a preemption cleared on a node, by node. */
    static final FactKey<PMap<String, List<Pod>>> NOMINATED = FactKey.of("nominated", HashTreePMap.empty());

    private final NodeTable nodes;
    private final CurrentClusterFacts facts;

    PodDerivedState(NodeTable nodes, CurrentClusterFacts facts) {
        this.nodes = nodes;
        this.facts = facts;
    }

    Map<String, List<Pod>> nominated() {
        return facts.get(NOMINATED);
    }

    /** Takes in the change of one pod; null where it is not there. */
    void replace(@Nullable Pod before, @Nullable Pod after) {
        facts.replace(before, after);
        if (before != null && after != null && isIndexedAlike(before, after)) {
            nodes.removePod(before);
            nodes.addPod(after);
            return;
        }
        // First in, then out: a workload with one pod must not be forgotten between.
        WorkloadNodes workloads = facts.get(WorkloadNodes.FACT);
        workloads = after == null ? workloads : workloads.with(after);
        facts.set(WorkloadNodes.FACT, before == null ? workloads : workloads.without(before));
        if (before != null) {
            withdraw(before);
        }
        if (after != null) {
            enter(after);
        }
    }

    /** Tells whether the indexes stay as they are: most updates of a bound pod are about its containers. */
    static boolean isIndexedAlike(Pod before, Pod after) {
        return before.isSameAs(after)
                && before.spec().nodeName() != null
                && before.spec().nodeName().equals(after.spec().nodeName())
                && before.status().phase() == after.status().phase()
                && before.terminating() == after.terminating()
                && before.workload().equals(after.workload())
                && before.labels().equals(after.labels())
                && before.spec().requests().equals(after.spec().requests())
                // A later version of a pod that is too large may be read in part.
                && before.spec().podAffinity().equals(after.spec().podAffinity())
                && Objects.equals(OwnedRemotePodCpuDemand.ownerOf(before), OwnedRemotePodCpuDemand.ownerOf(after));
    }

    private void enter(Pod pod) {
        if (pod.spec().nodeName() != null) {
            nodes.addPod(pod);
        } else if (pod.status().nominatedNode() != null) {
            facts.set(NOMINATED, NominatedPods.plus(facts.get(NOMINATED), pod));
        }
    }

    private void withdraw(Pod pod) {
        if (pod.spec().nodeName() != null) {
            nodes.removePod(pod);
        } else if (pod.status().nominatedNode() != null) {
            facts.set(NOMINATED, NominatedPods.minus(facts.get(NOMINATED), pod));
        }
    }
}
