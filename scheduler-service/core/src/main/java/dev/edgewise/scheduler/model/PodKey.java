package dev.edgewise.scheduler.model;

import java.util.Objects;

/** The name of a pod within its cluster. Two pods that follow each other under one key differ by uid. */
public record PodKey(String namespace, String name) {
    public PodKey {
        Objects.requireNonNull(namespace, "namespace");
        Objects.requireNonNull(name, "name");
    }

    /** The form that Kubernetes' own events use: {@code namespace/name}. */
    @Override
    public String toString() {
        return namespace + "/" + name;
    }
}
