package dev.edgewise.scheduler.cycle;

import dev.edgewise.scheduler.model.Pod;
import java.util.function.BooleanSupplier;

/** Carries preemptions out. Never blocks the caller. */
public interface Evictor {
    /**
     * Writes the node that is cleared into the preemptor's {@code status.nominatedNodeName} and deletes the victims. Ends
     * without doing the rest as soon as the preemption is not wanted any more, or a step fails.
     */
    void preempt(Eviction eviction);

    /**
     * Clears the pod's {@code status.nominatedNodeName}: the nomination no longer holds.
     *
     * @param wanted asked right before the write
     */
    void withdraw(Pod preemptor, BooleanSupplier wanted);
}
