package dev.edgewise.kubernetes.watch;

import io.fabric8.kubernetes.api.model.ObjectMeta;
import org.jspecify.annotations.Nullable;

/** Resource versions, which Kubernetes orders as whole numbers. */
final class ResourceVersion {
    private ResourceVersion() {}

    static long of(ObjectMeta metadata) {
        return parse(metadata.getResourceVersion());
    }

    /** The number; 0, older than all, if it is none. */
    static long parse(@Nullable String resourceVersion) {
        if (resourceVersion == null || resourceVersion.isEmpty()) {
            return 0;
        }
        try {
            return Long.parseLong(resourceVersion);
        } catch (NumberFormatException opaque) {
            return 0;
        }
    }
}
