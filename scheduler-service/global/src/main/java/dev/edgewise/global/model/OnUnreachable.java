package dev.edgewise.global.model;

/**
 * The reaction that a request chooses for a cluster that cannot be reached during its attempt: an unreachable cluster
 * is not one that has failed.
 */
public enum OnUnreachable {
    /** The attempt waits until the cluster is reachable: the work runs once. */
    WAIT,
    /**
     * The anchor in the member is renewed while the attempt lasts. When one that is not must have been deleted there,
     * the next cluster is tried: the work runs once if a program in the member deletes anchors that have expired.
     */
    FENCE,
    /**
     * The next cluster is tried at once, and what was made is deleted when the cluster is reachable: the work runs at
     * least once.
     */
    DUPLICATE
}
