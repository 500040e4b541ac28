package dev.edgewise.scheduler.cycle;

import dev.edgewise.scheduler.model.Pod;
import java.util.List;

/** Carries a preemption out. Never blocks the caller. */
public interface Evictor {
    /**
     * Deletes the victims and writes the node that is cleared into the preemptor's {@code status.nominatedNodeName}.
     *
     * @param victims pods bound to that node, lower in priority
     */
    void preempt(Pod preemptor, String node, List<Pod> victims);

    /** Clears the pod's {@code status.nominatedNodeName}: the room it was promised is gone. */
    void withdraw(Pod preemptor);
}
