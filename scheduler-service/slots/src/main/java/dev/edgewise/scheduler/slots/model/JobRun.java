package dev.edgewise.scheduler.slots.model;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A run of a job, in its history.
 *
 * @param epoch number of the run, unlike that of any other run in the namespace
 * @param scheduling the Scheduling that asked for it
 * @param start when all of its application ran, or, of a run that never did, when it was given slots
 * @param stop null while it runs
 * @param successful whether its application completed; null while it runs
 * @param slots positions, ascending
 * @param message reason for a failure, for people; empty if none
 */
public record JobRun(
        long epoch,
        ObjectKey scheduling,
        Instant start,
        @Nullable Instant stop,
        @Nullable Boolean successful,
        List<Integer> slots,
        String message) {
    public JobRun {
        slots = List.copyOf(slots);
    }
}
