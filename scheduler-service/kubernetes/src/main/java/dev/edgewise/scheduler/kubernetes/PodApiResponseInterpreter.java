package dev.edgewise.scheduler.kubernetes;

import dev.edgewise.kubernetes.http.ApiResponse;

/** Interprets the API server's answers to requests that name a pod's uid, in the object or as a precondition. */
final class PodApiResponseInterpreter {
    private PodApiResponseInterpreter() {}

    /**
     * Returns whether the pod is gone, or another has its name. A conflict alone does not show that, as other clients
     * may have written the pod meanwhile. A patch of the status is invalid for another uid; a deletion and an eviction
     * are in conflict with it.
     */
    static boolean isGone(ApiResponse reply) {
        return switch (reply.code()) {
            case 404 -> true;
            case 409 -> reply.message().contains("UID in");
            case 422 -> reply.message().contains("metadata.uid");
            default -> false;
        };
    }

    /** Whether the same request would be answered in the same way for some time, as when a policy forbids it. */
    static boolean isRefused(ApiResponse reply) {
        return switch (reply.code()) {
            case 400, 403, 405 -> true;
            case 422 -> !isGone(reply);
            default -> false;
        };
    }
}
