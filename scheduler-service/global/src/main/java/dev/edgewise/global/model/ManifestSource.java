package dev.edgewise.global.model;

/**
 * The manifests of a request, or the object that has them.
 *
 * @param inline documents of YAML or JSON; empty if they are referred to, or only the API server has them
 * @param characters length of the documents in the request; 0 if they are referred to
 * @param kind {@code ConfigMap} or {@code Secret}; empty for inline
 * @param name the object's name, in the request's namespace
 * @param key the field of its data
 */
public record ManifestSource(String inline, int characters, String kind, String name, String key) {
    /** Returns manifests that the request has itself. */
    public static ManifestSource inline(String documents) {
        return new ManifestSource(documents, documents.length(), "", "", "");
    }

    /**
     * Returns manifests that the request has in the API server: with those of thousands of requests, memory would be
     * full.
     */
    public static ManifestSource stored(int characters) {
        return new ManifestSource("", characters, "", "", "");
    }

    /** Returns manifests that another object has. */
    public static ManifestSource reference(String kind, String name, String key) {
        return new ManifestSource("", 0, kind, name, key);
    }

    public boolean isInline() {
        return kind.isEmpty();
    }

    /** Whether the documents are those of the request in the API server, and are to be read there. */
    public boolean isStored() {
        return isInline() && inline.isEmpty() && characters > 0;
    }
}
