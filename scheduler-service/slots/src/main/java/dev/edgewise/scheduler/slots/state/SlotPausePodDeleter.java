package dev.edgewise.scheduler.slots.state;

import dev.edgewise.scheduler.cycle.BindException;
import dev.edgewise.scheduler.slots.decide.SlotPausePod;

/** Deletes pause pods. Called on binding threads, on several at once; blocks until the API server has answered. */
public interface SlotPausePodDeleter {
    /**
     * Deletes the pod without grace, with its uid as the precondition. A pod that is gone is deleted.
     *
     * @throws BindException if it is there afterwards, as far as is known
     */
    void remove(SlotPausePod pausePod) throws BindException;
}
