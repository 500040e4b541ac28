package dev.edgewise.offloader.moves;

import dev.edgewise.offloader.safety.MovablePod;

/** The Eviction API, and nothing else that ends pods. */
@FunctionalInterface
public interface Evictions {
    /** The outcome of a request. */
    enum Answer {
        ACCEPTED,
        /** A disruption budget allows none now. */
        BLOCKED,
        /** No answer came: the pod may leave, or not. */
        UNKNOWN,
        /** There is no pod of that UID any more. */
        GONE
    }

    /**
     * Looks, without a request to the API server, whether the pod may be evicted now.
     *
     * @throws MoveFailedException if it may not
     */
    default void check(MovablePod pod) throws MoveFailedException {}

    /**
     * Evicts exactly the pod of that UID.
     *
     * @throws MoveRefusedByApiException if the API server says no, and would say so again
     */
    Answer evict(MovablePod pod) throws MoveFailedException;
}
