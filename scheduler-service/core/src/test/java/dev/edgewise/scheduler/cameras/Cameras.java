package dev.edgewise.scheduler.cameras;

import dev.edgewise.scheduler.facts.FactKey;
import java.util.Collection;
import org.jspecify.annotations.Nullable;
import org.pcollections.HashTreePMap;
import org.pcollections.PMap;

/** The cameras of the cluster. Immutable. */
record Cameras(PMap<String, Camera> byName) {
    static final FactKey<Cameras> FACT = FactKey.of("cameras", new Cameras(HashTreePMap.empty()));

    @Nullable
    Camera find(String name) {
        return byName.get(name);
    }

    Collection<Camera> all() {
        return byName.values();
    }

    Cameras with(Camera camera) {
        return camera.equals(byName.get(camera.name())) ? this : new Cameras(byName.plus(camera.name(), camera));
    }

    Cameras without(String name) {
        return byName.containsKey(name) ? new Cameras(byName.minus(name)) : this;
    }
}
