package dev.edgewise.global.model;

import java.time.Instant;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A request as the API server has it.
 *
 * @param resourceVersion the version that a write of the status must replace
 * @param deleting whether it is being deleted: what it made is deleted first
 * @param problem what of the spec cannot be read; null if nothing. Such a request is FAILED without an attempt
 */
public record GlobalRequest(
        RequestKey key,
        String uid,
        String resourceVersion,
        long generation,
        Instant createdAt,
        boolean deleting,
        RequestSpec spec,
        @Nullable Problem problem,
        RequestStatus status) {
    /**
     * Returns the names of the clusters that a decision is about: those of its expression, and those of its attempts,
     * which it may have named before.
     */
    public Set<String> clusters() {
        Set<String> names = new TreeSet<>(spec.clusters().names());
        status.attempts().forEach(attempt -> names.add(attempt.cluster()));
        return names;
    }

    /** Returns the request with another policy. */
    public GlobalRequest with(Policy other) {
        return new GlobalRequest(
                key, uid, resourceVersion, generation, createdAt, deleting, spec.with(other), problem, status);
    }
}
