package dev.edgewise.offloader.scheduler;

import java.util.ArrayList;
import java.util.List;

/** Knows which pods the scheduler would not place where they run any more. */
@FunctionalInterface
public interface Violations {
    /** Those of no pod. */
    Violations NONE = List::of;

    /** Those of the one, then those of the other. */
    default Violations and(Violations other) {
        return () -> {
            List<Violation> all = new ArrayList<>(worst());
            all.addAll(other.worst());
            return all;
        };
    }

    /**
     * In the order in which they matter.
     *
     * @throws SchedulerUnavailableException if that is not known now
     */
    List<Violation> worst() throws SchedulerUnavailableException;
}
