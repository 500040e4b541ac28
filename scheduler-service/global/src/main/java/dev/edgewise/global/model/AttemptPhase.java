package dev.edgewise.global.model;

/** The phases of one attempt in one cluster. */
public enum AttemptPhase {
    /** The intent is written; objects may exist in the cluster from now on. */
    TRYING,
    /** The expected objects, at least one, exist and are ready. Final, unless the request is cancelled or deleted. */
    READY,
    /** The attempt has failed or is no longer wanted: its objects are being deleted. */
    CLEANING,
    /** The objects of the attempt are gone from the cluster. Final. */
    CLEANED,
    /** The cluster is unreachable and another one is tried; what exists is deleted when it is reachable again. */
    ABANDONED,
    /** An operator has said that the cluster will not answer any more: what exists in it is left behind. Final. */
    FORGOTTEN;

    /** Whether objects of the attempt may exist in its cluster and are still to be known of. */
    public boolean mayHaveObjects() {
        return !isOver();
    }

    /** Whether nothing more is done for the attempt. */
    public boolean isOver() {
        return this == CLEANED || this == FORGOTTEN;
    }
}
