package dev.edgewise.rewards.rest;

import dev.edgewise.common.PodTypeName;
import dev.edgewise.common.security.Permission;
import org.jspecify.annotations.Nullable;

/** The rights of callers: {@code rewards} of the group {@code edgewise.dev}, in the namespace of the pods. */
final class RewardPermissions {
    private RewardPermissions() {}

    /** Returns a right. @param namespace null for the whole cluster */
    static Permission of(String verb, @Nullable String namespace) {
        return new Permission(verb, "edgewise.dev", "rewards", namespace);
    }

    static Permission ofType(String verb, String type) {
        return of(verb, PodTypeName.namespace(type));
    }
}
