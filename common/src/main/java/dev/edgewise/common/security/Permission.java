package dev.edgewise.common.security;

import org.jspecify.annotations.Nullable;

/**
 * What a role must allow.
 *
 * @param verb as in roles: {@code get}, {@code list}, {@code create}
 * @param group API group; empty for the core group
 * @param resource plural; {@code resource} or {@code resource/subresource}
 * @param namespace null for the whole cluster
 */
public record Permission(String verb, String group, String resource, @Nullable String namespace) {
    /** {@code get pods in namespace shop}, {@code list nodes in the whole cluster}. */
    @Override
    public String toString() {
        String kind = group.isEmpty() ? resource : resource + " of the group " + group;
        return verb + " " + kind + (namespace == null ? " in the whole cluster" : " in namespace " + namespace);
    }
}
