package dev.edgewise.scheduler.model;

import dev.edgewise.common.Names;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A pod as placement sees it.
 *
 * @param uid empty for a hypothetical pod that the API server has not seen
 * @param workload name of the pod's owner as its user knows it: the Deployment rather than its ReplicaSet; empty if
 *     none
 * @param controller the controller whose selector says which pods are its replicas; null if it has none of those kinds
 * @param controllerUid uid of the controller, of whatever kind; empty if there is none
 * @param createdAt the age that orders pods of equal priority
 * @param terminating whether deletion was requested; such a pod still occupies its node
 * @param problem of a pod that could not be read as a whole: the field, its value, and what is allowed there. It is
 *     unknown where a replacement may run. Null if nothing was left out
 */
public record Pod(
        PodKey key,
        String uid,
        Map<String, String> labels,
        Map<String, String> annotations,
        String workload,
        @Nullable PodSelectorObjectKey controller,
        String controllerUid,
        Instant createdAt,
        boolean terminating,
        PodSpec spec,
        PodStatus status,
        @Nullable String problem) {
    public Pod {
        Objects.requireNonNull(key, "key");
        labels = Map.copyOf(labels);
        annotations = Map.copyOf(annotations);
    }

    /** A pod that is known as a whole. */
    public Pod(
            PodKey key,
            String uid,
            Map<String, String> labels,
            Map<String, String> annotations,
            String workload,
            @Nullable PodSelectorObjectKey controller,
            String controllerUid,
            Instant createdAt,
            boolean terminating,
            PodSpec spec,
            PodStatus status) {
        this(
                key,
                uid,
                labels,
                annotations,
                workload,
                controller,
                controllerUid,
                createdAt,
                terminating,
                spec,
                status,
                null);
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
        return spec.nodeName() == null ? this : boundAs(null).with(spec.onNode(null));
    }

    /**
     * This pod with what the binding of the other one says, such as the reservation that it takes.
     *
     * @param other this pod as it is bound; null for a pod that is not bound
     */
    public Pod boundAs(@Nullable Pod other) {
        Pod bound = this;
        for (String annotation : Names.BINDING_ANNOTATIONS) {
            bound = bound.bound(annotation, other == null ? null : other.annotations.get(annotation));
        }
        return bound;
    }

    /**
     * This pod as it will be once its binding has that annotation.
     *
     * @param annotation one of {@link Names#BINDING_ANNOTATIONS}
     * @param value null for none
     */
    public Pod bound(String annotation, @Nullable String value) {
        if (Objects.equals(value, annotations.get(annotation))) {
            return this;
        }
        Map<String, String> changed = new HashMap<>(annotations);
        changed.remove(annotation);
        if (value != null) {
            changed.put(annotation, value);
        }
        return with(changed, spec, status);
    }

    /**
     * This pod as it will be once bound with that reservation.
     *
     * @param reservation its uid; null for none
     */
    public Pod taking(@Nullable String reservation) {
        return bound(Names.RESERVATION_ANNOTATION, reservation);
    }

    /** The uid of the reservation that it was bound with, or is about to be; null for none. */
    public @Nullable String reservation() {
        return annotations.get(Names.RESERVATION_ANNOTATION);
    }

    /**
     * This pod as it will be once bound with that node as its backup.
     *
     * @param node null for none
     */
    public Pod backedUpBy(@Nullable String node) {
        return bound(Names.BACKUP_NODE_ANNOTATION, node);
    }

    /** Returns the backup node in its annotation; null if it has none. */
    public @Nullable String backupNode() {
        return annotations.get(Names.BACKUP_NODE_ANNOTATION);
    }

    private Pod with(PodSpec changed) {
        return with(annotations, changed, status);
    }

    private Pod with(Map<String, String> notes, PodSpec changed, PodStatus now) {
        return with(notes, changed, now, problem);
    }

    private Pod with(Map<String, String> notes, PodSpec changed, PodStatus now, @Nullable String why) {
        return new Pod(
                key,
                uid,
                labels,
                notes,
                workload,
                controller,
                controllerUid,
                createdAt,
                terminating,
                changed,
                now,
                why);
    }

    /** Returns this pod as the readable part of one that could not be read as a whole, for that {@link #problem}. */
    public Pod knownInPart(String why) {
        return with(annotations, spec, status, why);
    }

    /** This pod nominated to the node, or to none. */
    public Pod nominatedTo(@Nullable String nodeName) {
        PodStatus nominated = new PodStatus(
                status.phase(),
                nodeName,
                status.startedAt(),
                status.preempted(),
                status.scheduled(),
                status.unprotected());
        return with(annotations, spec, nominated);
    }

    /** This pod as it was when it was created: bound to no node, and not started. */
    public Pod pending() {
        return with(annotations, spec.onNode(null), PodStatus.PENDING).boundAs(null);
    }

    /** Returns whether both are the same pod, not merely pods of the same name. */
    public boolean isSameAs(Pod other) {
        return key.equals(other.key) && uid.equals(other.uid);
    }
}
