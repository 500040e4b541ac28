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
    static RequestPod read(JsonCursor cursor) {
        PodVersionReader reader = new PodVersionReader();
        ByteRange part = cursor.objectPart("Pod", field -> reader.field(field, cursor));
        return new RequestPod(part, reader.version());
    }

    private void field(String field, JsonCursor cursor) {
        if (!field.equals("metadata")) {
            cursor.skip();
            return;
        }
        forget();
        if (cursor.isObject()) {
            cursor.object("Pod.metadata", inner -> metadata(inner, cursor));
        } else {
            cursor.skip();
        }
    }

    /** Discards what was read before: of several metadata the last counts, as in reading the whole pod. */
    private void forget() {
        namespace = null;
        name = null;
        uid = null;
        resourceVersion = null;
    }

    private void metadata(String field, JsonCursor cursor) {
        switch (field) {
            case "namespace" -> namespace = text(cursor);
            case "name" -> name = text(cursor);
            case "uid" -> uid = text(cursor);
            case "resourceVersion" -> resourceVersion = text(cursor);
            default -> cursor.skip();
        }
    }

    /** Returns the text; a value that is not a string is skipped, and reported when the whole pod is read. */
    private static @Nullable String text(JsonCursor cursor) {
        if (cursor.isText()) {
            return cursor.text("Pod.metadata");
        }
        cursor.skip();
        return null;
    }

    private @Nullable PodVersion version() {
        return namespace == null || name == null || uid == null || resourceVersion == null
                ? null
                : new PodVersion(new PodKey(namespace, name), uid, resourceVersion);
    }
}
