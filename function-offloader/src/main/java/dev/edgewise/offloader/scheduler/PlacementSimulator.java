package dev.edgewise.offloader.scheduler;

import java.util.List;
import java.util.Map;

/** Asks where pods would go. */
@FunctionalInterface
public interface PlacementSimulator {
    /** Pods of one call. */
    int MOST_AT_ONCE = 1_000;

    /** Calls of one question; further pods are not asked about. */
    int MOST_CALLS = 20;

    /**
     * Returns the answers by {@code namespace/name}, up to the scheduler's timeout: pods that it left have none. Pods
     * are placed in the order of the inquiries, each beside those before it.
     *
     * @throws SchedulerUnavailableException if there is no answer
     */
    Map<String, Placement> ask(List<PlacementQuery> queries) throws SchedulerUnavailableException;

    /** The number of calls for this many inquiries. */
    static int calls(int queries) {
        return Math.min(MOST_CALLS, (queries + MOST_AT_ONCE - 1) / MOST_AT_ONCE);
    }
}
