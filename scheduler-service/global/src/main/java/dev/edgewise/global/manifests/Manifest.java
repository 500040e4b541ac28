package dev.edgewise.global.manifests;

import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * An object of a request, as its author wrote it.
 *
 * @param field where it is in the request, such as {@code spec.manifests[2]}
 * @param name empty for an object with {@code generateName}, which gets its name when it is rewritten
 * @param tree what was written; never changed
 */
public record Manifest(String field, String apiVersion, String kind, String name, ObjectNode tree) {
    /** Returns the API group; empty for the core group. */
    public String group() {
        int slash = apiVersion.indexOf('/');
        return slash < 0 ? "" : apiVersion.substring(0, slash);
    }

    /** Returns the namespace that was written; empty if none was. */
    public String namespace() {
        return tree.path("metadata").path("namespace").asText("");
    }

    /** Returns kind and name for people. */
    public String title() {
        return kind + " "
                + (name.isEmpty() ? tree.path("metadata").path("generateName").asText("") + "*" : name);
    }
}
