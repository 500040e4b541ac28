package dev.edgewise.networkprobe.access;

/** Asks the cluster whom a token belongs to, and what that one may do. */
@FunctionalInterface
public interface AccessReviews {
    /** What the cluster says. */
    enum Verdict {
        ALLOWED,
        /** The token is good, but not for this. */
        FORBIDDEN,
        /** The token is not one of this cluster, has expired, or is for others. */
        UNKNOWN
    }

    /**
     * @param verb as in roles
     * @param resource of the group {@code edgewise.dev}; {@code resource} or {@code resource/subresource}
     * @throws ReviewUnavailableException if that cannot be said now
     */
    Verdict review(String token, String verb, String resource);
}
