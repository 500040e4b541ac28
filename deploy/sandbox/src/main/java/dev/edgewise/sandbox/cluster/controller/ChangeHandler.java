package dev.edgewise.sandbox.cluster.controller;

import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import java.util.function.Consumer;

/** Hands on each object that appeared, changed or went. */
record ChangeHandler<T>(Consumer<T> action) implements ResourceEventHandler<T> {
    @Override
    public void onAdd(T object) {
        action.accept(object);
    }

    @Override
    public void onUpdate(T before, T after) {
        action.accept(after);
    }

    @Override
    public void onDelete(T object, boolean unknown) {
        action.accept(object);
    }
}
