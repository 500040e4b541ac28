package dev.edgewise.global.model;

/**
 * The manifests of a request, or the object that has them.
 *
 * @param inline documents of YAML or JSON; empty if they are referred to
 * @param kind {@code ConfigMap} or {@code Secret}; empty for inline
 * @param name the object's name, in the request's namespace
 * @param key the field of its data
 */
public record ManifestSource(String inline, String kind, String name, String key) {
    /** Returns manifests that the request has itself. */
    public static ManifestSource inline(String documents) {
        return new ManifestSource(documents, "", "", "");
    }

    public boolean isInline() {
        return kind.isEmpty();
    }
}
