package dev.edgewise.scheduler.slots.model;

import java.util.List;

/**
 * The status of a Scheduling: a projection of the claims.
 *
 * @param observedGeneration generation of the spec that it is about; 0 if none
 * @param epoch of its claim; 0 while it has none
 * @param jobs in the order of the spec
 */
public record SchedulingStatus(
        SchedulingState state,
        long observedGeneration,
        long epoch,
        List<JobProgress> jobs,
        List<Condition> conditions) {
    public static final SchedulingStatus NONE =
            new SchedulingStatus(SchedulingState.ACQUIRING, 0, 0, List.of(), List.of());

    public SchedulingStatus {
        jobs = List.copyOf(jobs);
        conditions = List.copyOf(conditions);
    }
}
