package dev.edgewise.kubernetes.watch;

import io.fabric8.kubernetes.api.model.ObjectMeta;
import org.jspecify.annotations.Nullable;

/**
 * An object's name within its kind.
 *
 * @param namespace empty for a cluster-wide object
 */
record NamespacedName(String namespace, String name) {
    /** The namespace is shared by all names in it: there may be 150,000. */
    static NamespacedName of(ObjectMeta metadata) {
        return new NamespacedName(orEmpty(metadata.getNamespace()).intern(), orEmpty(metadata.getName()));
    }

    @Override
    public String toString() {
        return namespace.isEmpty() ? name : namespace + "/" + name;
    }

    private static String orEmpty(@Nullable String text) {
        return text == null ? "" : text;
    }
}
