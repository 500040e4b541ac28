package dev.edgewise.scheduler.cycle;

import dev.edgewise.scheduler.framework.ClusterEvent;
import dev.edgewise.scheduler.model.Node;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.PodStatus.Phase;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The events that a change of a node or pod is for pods that wait. A heartbeat, a status message or an image means
 * nothing.
 *
 * <p>Source for nodes: NodeSchedulingPropertiesChange in kubernetes, pkg/scheduler/framework/events.go.
 */
final class ClusterChangeEventMapper {
    private ClusterChangeEventMapper() {}

    static Set<ClusterEvent> ofNode(@Nullable Node before, Node after) {
        if (before == null) {
            return Set.of(ClusterEvent.NODE_ADDED);
        }
        Set<ClusterEvent> events = new HashSet<>();
        if (!before.allocatable().equals(after.allocatable()) || before.maxPods() != after.maxPods()) {
            events.add(ClusterEvent.NODE_ALLOCATABLE_CHANGED);
        }
        // Pods that require protection do not go where pods stay with their node.
        if (!before.labels().equals(after.labels()) || before.keepsPods() != after.keepsPods()) {
            events.add(ClusterEvent.NODE_LABELS_CHANGED);
        }
        if (!before.taints().equals(after.taints()) || before.unschedulable() != after.unschedulable()) {
            events.add(ClusterEvent.NODE_TAINTS_CHANGED);
        }
        if (!before.features().equals(after.features())) {
            events.add(ClusterEvent.NODE_FEATURES_CHANGED);
        }
        return events;
    }

    /** Returns the events of a changed pod; either side is null if the pod did not or does not exist. */
    static Set<ClusterEvent> ofPod(@Nullable Pod before, @Nullable Pod after) {
        Set<ClusterEvent> events = new HashSet<>();
        if (before != null && freesCapacity(before, after)) {
            events.add(ClusterEvent.POD_REMOVED);
        }
        if (after != null && occupies(after) && (before == null || matters(before, after))) {
            events.add(ClusterEvent.POD_CHANGED);
        }
        return events;
    }

    private static boolean freesCapacity(Pod before, @Nullable Pod after) {
        if (after == null || !after.isSameAs(before)) {
            return occupies(before) || before.status().nominatedNode() != null;
        }
        if (occupies(before)) {
            return !occupies(after)
                    || !after.spec().requests().equals(before.spec().requests());
        }
        String nominated = before.status().nominatedNode();
        return nominated != null
                && !occupies(after)
                && !nominated.equals(after.status().nominatedNode());
    }

    /** A pod that is bound, starts to run, begins to leave or changes its labels can draw or repel others. */
    private static boolean matters(Pod before, Pod after) {
        return !occupies(before)
                || !after.isSameAs(before)
                || !after.labels().equals(before.labels())
                || after.terminating() != before.terminating()
                || isRunning(after) != isRunning(before);
    }

    private static boolean occupies(Pod pod) {
        return pod.spec().nodeName() != null && !pod.status().phase().isTerminal();
    }

    private static boolean isRunning(Pod pod) {
        return pod.status().phase() == Phase.RUNNING;
    }
}
