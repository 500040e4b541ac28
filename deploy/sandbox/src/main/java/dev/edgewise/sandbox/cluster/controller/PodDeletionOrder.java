package dev.edgewise.sandbox.cluster.controller;

import io.fabric8.kubernetes.api.model.Pod;
import java.util.Comparator;

/** Order in which a ReplicaSet deletes pods: first those without a node, then those not ready, then the newest. */
final class PodDeletionOrder {
    static final Comparator<Pod> FIRST = Comparator.comparing(
                    (Pod pod) -> pod.getSpec().getNodeName() != null)
            .thenComparing(PodDeletionOrder::ready)
            .thenComparing(pod -> pod.getMetadata().getCreationTimestamp(), Comparator.reverseOrder())
            .thenComparing(pod -> pod.getMetadata().getName());

    private PodDeletionOrder() {}

    static boolean ready(Pod pod) {
        return pod.getStatus() != null
                && pod.getStatus().getConditions() != null
                && pod.getStatus().getConditions().stream()
                        .anyMatch(condition -> condition.getType().equals("Ready")
                                && condition.getStatus().equals("True"));
    }
}
