package dev.edgewise.scheduler.slots.model;

import java.util.Objects;

/** The name of an object within its kind. */
public record ObjectKey(String namespace, String name) implements Comparable<ObjectKey> {
    public ObjectKey {
        Objects.requireNonNull(namespace, "namespace");
        Objects.requireNonNull(name, "name");
    }

    @Override
    public int compareTo(ObjectKey other) {
        int byNamespace = namespace.compareTo(other.namespace);
        return byNamespace == 0 ? name.compareTo(other.name) : byNamespace;
    }

    @Override
    public String toString() {
        return namespace + "/" + name;
    }
}
