package dev.edgewise.offloader.scheduler;

import dev.edgewise.offloader.plan.MoveCause;
import java.util.List;

/** Lists the pods that the scheduler would not place where they run any more. */
@FunctionalInterface
public interface ViolationSource {
    /** The violations of no pod. */
    ViolationSource NONE = cause -> Listed.NONE;

    /**
     * A list.
     *
     * @param worst in the order in which they matter
     * @param calls to the scheduler that it took
     */
    record Listed(List<Violation> worst, int calls) {
        static final Listed NONE = new Listed(List.of(), 0);
    }

    /**
     * The violations of one cause.
     *
     * @param cause {@link MoveCause#DELAY} or {@link MoveCause#REWARD}
     * @throws SchedulerUnavailableException if that is not known now
     */
    Listed of(MoveCause cause) throws SchedulerUnavailableException;
}
