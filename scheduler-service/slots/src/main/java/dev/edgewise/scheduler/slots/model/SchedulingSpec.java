package dev.edgewise.scheduler.slots.model;

import java.util.Objects;

/**
 * The testbed and the jobs of a Scheduling.
 *
 * @param testbed its namespace must be that of the Scheduling
 * @param jobs queue or slots
 */
public record SchedulingSpec(ObjectKey testbed, RequestedJobs jobs) {
    public SchedulingSpec {
        Objects.requireNonNull(testbed, "testbed");
        Objects.requireNonNull(jobs, "jobs");
    }
}
