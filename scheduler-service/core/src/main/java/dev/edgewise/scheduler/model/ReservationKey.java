package dev.edgewise.scheduler.model;

import java.util.Objects;

/** The name of a reservation within its cluster. Two that follow each other under one key differ by uid. */
public record ReservationKey(String namespace, String name) {
    public ReservationKey {
        Objects.requireNonNull(namespace, "namespace");
        Objects.requireNonNull(name, "name");
    }

    @Override
    public String toString() {
        return namespace + "/" + name;
    }
}
