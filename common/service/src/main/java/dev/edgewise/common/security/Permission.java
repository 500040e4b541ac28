package dev.edgewise.common.security;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * A permission as a role grants it.
 *
 * @param verb as in roles: {@code get}, {@code list}, {@code create}
 * @param group API group; empty for the core group
 * @param resource plural; {@code resource} or {@code resource/subresource}
 * @param namespace null for the whole cluster
 * @param name of the only object; null for all
 */
public record Permission(
        String verb, String group, String resource, @Nullable String namespace, @Nullable String name) {
    /** Creates a permission for all objects in a namespace; null for the whole cluster. */
    public Permission(String verb, String group, String resource, @Nullable String namespace) {
        this(verb, group, resource, namespace, null);
    }

    /** Returns a permission for all objects in all namespaces. */
    public static Permission everywhere(String verb, String group, String resource) {
        return new Permission(verb, group, resource, null);
    }

    /** Adds it to the {@code spec} of a review, where an empty text is the same as none. */
    public void addTo(ObjectNode spec) {
        String[] parts = resource.split("/", 2);
        ObjectNode attributes = spec.putObject("resourceAttributes");
        attributes.put("verb", verb).put("group", group).put("resource", parts[0]);
        attributes.put("subresource", parts.length > 1 ? parts[1] : "");
        attributes.put("namespace", Objects.requireNonNullElse(namespace, ""));
        attributes.put("name", Objects.requireNonNullElse(name, ""));
    }

    /** {@code get pods in namespace shop}, {@code list nodes in the whole cluster}. */
    @Override
    public String toString() {
        String kind = group.isEmpty() ? resource : resource + " of the group " + group;
        String object = name == null ? "" : " named " + name;
        return verb + " " + kind + object
                + (namespace == null ? " in the whole cluster" : " in namespace " + namespace);
    }
}
