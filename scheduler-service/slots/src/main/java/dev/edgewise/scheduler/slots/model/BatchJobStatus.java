package dev.edgewise.scheduler.slots.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The status of a BatchJob.
 *
 * @param observedGeneration generation of the spec that this status describes; 0 if none
 * @param claimedBy name of the Scheduling that holds it; null if none
 * @param testbed name of the testbed in which it has slots; null if none
 * @param slots positions that its run has, ascending; empty if none
 * @param failures failed runs within the present Scheduling
 * @param runs its past runs, oldest first, up to a limit
 */
public record BatchJobStatus(
        BatchJobState state,
        long observedGeneration,
        @Nullable String claimedBy,
        @Nullable String testbed,
        List<Integer> slots,
        int failures,
        List<JobRun> runs,
        List<Condition> conditions) {
    public static final BatchJobStatus NONE =
            new BatchJobStatus(BatchJobState.READY, 0, null, null, List.of(), 0, List.of(), List.of());

    public BatchJobStatus {
        slots = List.copyOf(slots);
        runs = List.copyOf(runs);
        conditions = List.copyOf(conditions);
    }
}
