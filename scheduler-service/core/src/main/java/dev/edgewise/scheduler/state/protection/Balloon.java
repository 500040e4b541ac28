package dev.edgewise.scheduler.state.protection;

import dev.edgewise.common.Names;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.PodKey;
import dev.edgewise.scheduler.model.PodStatus.Phase;

/**
 * A pod of this service that only holds the reserve of its node for failures of others, so that schedulers which know
 * nothing of recovery find it taken.
 *
 * @param uid of the pod; empty while it is being created
 * @param room what it requests, and the place of one pod
 * @param accepted whether the node has taken it on; until then it may still refuse it
 */
public record Balloon(PodKey key, String uid, String node, ResourceDemand room, boolean accepted) {
    /** Value of the label {@value Names#BALLOON_LABEL} of pods that hold capacity for recovery. */
    public static final String USER = "recovery";

    /** Namespace of balloons that do not exist yet: none has that name. */
    private static final String EXPECTED = "";

    /** Creates a balloon that is about to be created in the cluster. */
    public static Balloon expected(String node, ResourceDemand room) {
        return new Balloon(expectedKey(node), "", node, room, false);
    }

    /** Returns the key of the balloon that is about to be created on the node. */
    public static PodKey expectedKey(String node) {
        return new PodKey(EXPECTED, node);
    }

    /** Creates the balloon that the API server has. */
    public static Balloon of(Pod pod) {
        String node = pod.spec().nodeName();
        boolean accepted = pod.status().startedAt() != null || pod.status().phase() == Phase.RUNNING;
        return new Balloon(pod.key(), pod.uid(), node == null ? "" : node, ResourceDemand.of(pod), accepted);
    }

    /**
     * Returns whether the pod is a balloon.
     *
     * @param namespace the service's own: clients with the right to create pods elsewhere can label them so
     */
    public static boolean isOne(Pod pod, String namespace) {
        return pod.namespace().equals(namespace)
                && pod.spec().nodeName() != null
                && USER.equals(pod.labels().get(Names.BALLOON_LABEL));
    }
}
