package dev.edgewise.scheduler.pipeline;

import dev.edgewise.scheduler.cluster.NodeState;
import dev.edgewise.scheduler.cluster.Snapshot;
import dev.edgewise.scheduler.model.Pod;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/** Decides on which nodes a pod may run. Stateless: all it knows comes from the pod and the snapshot. */
public interface Filter {
    /** The stock plugin's name where there is one: it appears in explanations and metrics. */
    String name();

    /** Reads what concerns all nodes once; {@link NodeCheck#PASS} if the filter has nothing to say about this pod. */
    NodeCheck prepare(Pod pod, Snapshot snapshot);

    /** Which changes can make this filter accept a pod that it rejected. */
    Set<ClusterEvent> eventsToRegister();

    /** The signals that this filter's answer about the pod rests on. */
    default List<SignalUse> signals(Pod pod, Snapshot snapshot) {
        return List.of();
    }

    /** The signals that this filter's answer about one node rests on: made ready for one pod, to be asked node by node. */
    default Function<NodeState, List<SignalUse>> nodeSignals(Pod pod, Snapshot snapshot) {
        return node -> List.of();
    }
}
