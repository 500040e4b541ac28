package dev.edgewise.scheduler.model;

import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A pod as far as placement cares.
 *
 * @param uid empty for a hypothetical pod that the API server has not seen
 * @param workload name of what owns the pod as its user knows it: the Deployment rather than its ReplicaSet; empty if none
 * @param controller the controller whose selector says which pods are its replicas; null if it has none of those kinds
 * @param createdAt the age that orders pods of equal priority
 * @param terminating whether deletion was requested; such a pod still occupies its node
 */
public record Pod(
        PodKey key,
        String uid,
        Map<String, String> labels,
        Map<String, String> annotations,
        String workload,
        @Nullable SelectorKey controller,
        Instant createdAt,
        boolean terminating,
        PodSpec spec,
        PodStatus status) {
    public Pod {
        Objects.requireNonNull(key, "key");
        labels = Map.copyOf(labels);
        annotations = Map.copyOf(annotations);
    }

    public String namespace() {
        return key.namespace();
    }

    /** This pod as it will be once bound to the node. */
    public Pod assignedTo(String nodeName) {
        return with(spec.onNode(nodeName));
    }

    /** This pod as it was before it was bound. */
    public Pod unassigned() {
        return spec.nodeName() == null ? this : with(spec.onNode(null));
    }

    private Pod with(PodSpec changed) {
        return new Pod(key, uid, labels, annotations, workload, controller, createdAt, terminating, changed, status);
    }

    /** This pod nominated to the node, or to none. */
    public Pod nominatedTo(@Nullable String nodeName) {
        PodStatus nominated = new PodStatus(status.phase(), nodeName, status.startedAt(), status.preempted());
        return new Pod(key, uid, labels, annotations, workload, controller, createdAt, terminating, spec, nominated);
    }

    /** Whether both are the same pod, not merely pods of the same name. */
    public boolean isSameAs(Pod other) {
        return key.equals(other.key) && uid.equals(other.uid);
    }
}
