package dev.edgewise.kubernetes.watch;

import io.fabric8.kubernetes.api.model.ObjectMeta;
import org.jspecify.annotations.Nullable;

/**
 * An object's name within its kind.
 *
 * @param namespace empty for a cluster-wide object
 */
record NamespacedName(String namespace, String name) {
    static NamespacedName of(ObjectMeta metadata) {
        return new NamespacedName(orEmpty(metadata.getNamespace()), orEmpty(metadata.getName()));
    }

    /** Reads what {@link #toString} wrote. */
    static NamespacedName parse(String key) {
        int slash = key.indexOf('/');
        return new NamespacedName(key.substring(0, Math.max(slash, 0)), key.substring(slash + 1));
    }

    @Override
    public String toString() {
        return namespace.isEmpty() ? name : namespace + "/" + name;
    }

    private static String orEmpty(@Nullable String text) {
        return text == null ? "" : text;
    }
}
