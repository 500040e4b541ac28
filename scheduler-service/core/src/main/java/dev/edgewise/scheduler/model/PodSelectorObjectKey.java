package dev.edgewise.scheduler.model;

import java.util.Objects;

/**
 * Names an object that selects pods by their labels.
 *
 * @param namespace of the object and of the pods it selects
 */
public record PodSelectorObjectKey(Kind kind, String namespace, String name) {
    /** The kinds whose selectors say which pods are replicas of one another. */
    public enum Kind {
        SERVICE,
        REPLICATION_CONTROLLER,
        REPLICA_SET,
        STATEFUL_SET
    }

    public PodSelectorObjectKey {
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(namespace, "namespace");
        Objects.requireNonNull(name, "name");
    }
}
