package dev.edgewise.scheduler.slots.web.external;

import dev.edgewise.scheduler.slots.model.BatchJob;
import dev.edgewise.scheduler.slots.model.BatchJobState;
import dev.edgewise.scheduler.slots.model.JobRun;
import dev.edgewise.scheduler.slots.model.ObjectKey;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A batch job as clients of the prototype know it.
 *
 * @param externalScheduler the outside scheduler's own data; null if none
 * @param scheduledEvents its runs, oldest first; null if none
 */
record ExternalJob(
        String name,
        @Nullable String state,
        @Nullable Map<String, List<Map<String, String>>> externalScheduler,
        @Nullable List<Run> scheduledEvents) {
    /**
     * A run of the job.
     *
     * @param start as ISO text
     * @param stop as ISO text; null while it runs
     * @param successful false while it runs
     */
    record Run(String start, @Nullable String stop, boolean successful, Reference scheduling) {
        private static Run of(JobRun run) {
            return new Run(
                    run.start().toString(),
                    run.stop() == null ? null : run.stop().toString(),
                    Boolean.TRUE.equals(run.successful()),
                    Reference.of(run.scheduling()));
        }
    }

    /** The name of an object. */
    record Reference(String name, String namespace) {
        private static Reference of(ObjectKey key) {
            return new Reference(key.name(), key.namespace());
        }
    }

    static ExternalJob of(BatchJob job) {
        Map<String, List<Map<String, String>>> data = job.spec().externalScheduler();
        List<Run> runs = job.status().runs().stream().map(Run::of).toList();
        return new ExternalJob(
                job.name(), stateOf(job.status().state()), data.isEmpty() ? null : data, runs.isEmpty() ? null : runs);
    }

    private static String stateOf(BatchJobState state) {
        return switch (state) {
            case READY -> "ReadyState";
            case INVALID -> "FailedState";
            case IN_QUEUE -> "InQueueState";
            case SUBMITTED -> "SubmittedState";
            case SCHEDULED -> "ScheduledState";
            case RUNNING -> "RunningState";
            case STOPPING -> "PendingDeletion";
            case COMPLETED -> "CompletedState";
            case FAILED -> "FailedSubmissionState";
        };
    }
}
