package dev.edgewise.scheduler.model.storage;

import java.util.Objects;

/** The name of a PersistentVolumeClaim within its cluster. */
public record ClaimKey(String namespace, String name) {
    public ClaimKey {
        Objects.requireNonNull(namespace, "namespace");
        Objects.requireNonNull(name, "name");
    }

    @Override
    public String toString() {
        return namespace + "/" + name;
    }
}
