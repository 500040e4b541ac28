package dev.edgewise.offloader.surge;

import dev.edgewise.offloader.moves.MoveFailedException;
import dev.edgewise.offloader.safety.Workload;

/** Changes how many replicas a workload should have. */
@FunctionalInterface
public interface Scales {
    /**
     * Changes it in one step that nothing can come between; from a number to the same one, only asks whether it is that.
     *
     * @return whether it was {@code from}; if not, somebody else decides about it, and it is as it was
     */
    boolean change(Workload workload, int from, int to) throws MoveFailedException;
}
