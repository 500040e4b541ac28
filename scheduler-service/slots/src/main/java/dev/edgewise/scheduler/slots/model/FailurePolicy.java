package dev.edgewise.scheduler.slots.model;

import java.time.Duration;

/**
 * The reaction to a run of a job that failed.
 *
 * @param retries number of further runs; 0 for none
 * @param backoff wait before the first further run, doubled before each one after it
 * @param then reaction when no retry is left
 */
public record FailurePolicy(int retries, Duration backoff, AfterRetries then) {
    /** Fails the Scheduling at the first failure. */
    public static final FailurePolicy FAIL = new FailurePolicy(0, Duration.ofSeconds(10), AfterRetries.FAIL_SCHEDULING);

    /** The reaction to a failed job that has no retry left. */
    public enum AfterRetries {
        /** The other jobs of the Scheduling run; it completes, and names the job as skipped. */
        SKIP,
        /** The Scheduling stops its other jobs, and fails. */
        FAIL_SCHEDULING
    }
}
