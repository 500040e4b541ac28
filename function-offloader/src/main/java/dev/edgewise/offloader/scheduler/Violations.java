package dev.edgewise.offloader.scheduler;

import java.util.List;

/** Knows which pods' delay needs are broken. */
@FunctionalInterface
public interface Violations {
    /** Those of no pod. */
    Violations NONE = List::of;

    /**
     * Namespaces take turns, each with its worst first.
     *
     * @throws SchedulerUnavailableException if that is not known now
     */
    List<Violation> worst() throws SchedulerUnavailableException;
}
