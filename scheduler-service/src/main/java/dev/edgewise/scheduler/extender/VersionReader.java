package dev.edgewise.scheduler.extender;

import dev.edgewise.scheduler.model.PodKey;
import dev.edgewise.scheduler.model.PodVersion;
import org.jspecify.annotations.Nullable;

/** Finds out which version of which pod one is, without reading the rest of it. Serves one pod. */
final class VersionReader {
    private @Nullable String namespace;
    private @Nullable String name;
    private @Nullable String uid;
    private @Nullable String resourceVersion;

    /** Reads the value of a pod's field of that name, or skips it. */
    void field(String field, Walk walk) {
        if (field.equals("metadata") && walk.isObject()) {
            walk.object("Pod.metadata", inner -> metadata(inner, walk));
        } else {
            walk.skip();
        }
    }

    private void metadata(String field, Walk walk) {
        switch (field) {
            case "namespace" -> namespace = text(walk);
            case "name" -> name = text(walk);
            case "uid" -> uid = text(walk);
            case "resourceVersion" -> resourceVersion = text(walk);
            default -> walk.skip();
        }
    }

    /** What is no text says nothing, and is skipped: whether the pod can be read is found out by whoever reads it. */
    private static @Nullable String text(Walk walk) {
        if (walk.isText()) {
            return walk.text("Pod.metadata");
        }
        walk.skip();
        return null;
    }

    /** Null if the pod does not say it. */
    @Nullable
    PodVersion version() {
        return namespace == null || name == null || uid == null || resourceVersion == null
                ? null
                : new PodVersion(new PodKey(namespace, name), uid, resourceVersion);
    }
}
