package dev.edgewise.scheduler.extender.wire;

import dev.edgewise.scheduler.extender.buffer.ByteRange;
import dev.edgewise.scheduler.model.PodKey;
import dev.edgewise.scheduler.model.PodVersion;
import org.jspecify.annotations.Nullable;

/** Reads which version of which pod one is, and skips the rest of it. Serves one pod. */
final class PodVersionReader {
    private @Nullable String namespace;
    private @Nullable String name;
    private @Nullable String uid;
    private @Nullable String resourceVersion;

    private PodVersionReader() {}

    /** @throws InvalidBodyException if the value is no object */
    static RequestPod read(JsonCursor walk) {
        PodVersionReader reader = new PodVersionReader();
        ByteRange part = walk.objectPart("Pod", field -> reader.field(field, walk));
        return new RequestPod(part, reader.version());
    }

    private void field(String field, JsonCursor walk) {
        if (!field.equals("metadata")) {
            walk.skip();
            return;
        }
        forget();
        if (walk.isObject()) {
            walk.object("Pod.metadata", inner -> metadata(inner, walk));
        } else {
            walk.skip();
        }
    }

    /** Discards what was read before: of several metadata the last counts, as in reading the whole pod. */
    private void forget() {
        namespace = null;
        name = null;
        uid = null;
        resourceVersion = null;
    }

    private void metadata(String field, JsonCursor walk) {
        switch (field) {
            case "namespace" -> namespace = text(walk);
            case "name" -> name = text(walk);
            case "uid" -> uid = text(walk);
            case "resourceVersion" -> resourceVersion = text(walk);
            default -> walk.skip();
        }
    }

    /** Returns the text; a value that is not a string is skipped, and reported when the whole pod is read. */
    private static @Nullable String text(JsonCursor walk) {
        if (walk.isText()) {
            return walk.text("Pod.metadata");
        }
        walk.skip();
        return null;
    }

    private @Nullable PodVersion version() {
        return namespace == null || name == null || uid == null || resourceVersion == null
                ? null
                : new PodVersion(new PodKey(namespace, name), uid, resourceVersion);
    }
}
