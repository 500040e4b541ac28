package dev.edgewise.scheduler.cycle;

import dev.edgewise.scheduler.state.Snapshot;

/** The decisions of this replica, for features that work beside them. For any thread. */
public interface SchedulingLoopAccess {
    /** Returns the cluster as it is now. */
    Snapshot snapshot();

    /**
     * Returns whether this replica leads and knows all that was decided before. Features ask before each write, as a
     * request may take longer than a lease.
     */
    boolean isActive();

    /**
     * Runs the step while no decision is under way, then wakes the pods that can use the capacity that it freed. The
     * caller waits for the decision that is being taken. A step may run further steps.
     */
    void exclusively(Runnable step);
}
