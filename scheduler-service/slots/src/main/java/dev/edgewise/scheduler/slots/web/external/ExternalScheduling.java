package dev.edgewise.scheduler.slots.web.external;

import dev.edgewise.scheduler.slots.model.JobProgress;
import dev.edgewise.scheduler.slots.model.ObjectKey;
import dev.edgewise.scheduler.slots.model.RequestedJobs;
import dev.edgewise.scheduler.slots.model.Scheduling;
import dev.edgewise.scheduler.slots.model.SchedulingState;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A Scheduling as clients of the prototype know it. Exactly one of queue and slots is set.
 *
 * @param jobStatus the furthest stage of each job
 * @param queue names of jobs; a name that occurs n times asks for n slots
 */
record ExternalScheduling(
        String name,
        String state,
        List<JobStatus> jobStatus,
        String testBed,
        @Nullable List<String> queue,
        @Nullable Slots slots) {
    /** The stage of one job. */
    record JobStatus(String name, String state) {
        private static JobStatus of(JobProgress progress) {
            return new JobStatus(
                    progress.job(),
                    switch (progress.stage()) {
                        case ACQUIRING -> "Acquiring";
                        case IN_QUEUE -> "InQueue";
                        case SUBMITTED -> "Submitted";
                        case SCHEDULED, RUNNING, STOPPING, SKIPPED, FAILED -> "Scheduled";
                        case COMPLETED -> "Completed";
                    });
        }
    }

    /**
     * Jobs with slots of their own.
     *
     * @param mode {@code STRICT} or {@code RELAXED}
     */
    record Slots(String mode, List<JobSlots> jobs) {}

    /** A job and the positions of its slots. */
    record JobSlots(List<Integer> slots, String name) {}

    static ExternalScheduling of(Scheduling scheduling) {
        RequestedJobs jobs = scheduling.spec().jobs();
        return new ExternalScheduling(
                scheduling.name(),
                stateOf(scheduling.status().state()),
                scheduling.status().jobs().stream().map(JobStatus::of).toList(),
                scheduling.spec().testbed().name(),
                jobs instanceof RequestedJobs.Queue queue
                        ? queue.entries().stream().map(ObjectKey::name).toList()
                        : null,
                jobs instanceof RequestedJobs.Slots slots
                        ? new Slots(
                                slots.mode().name(),
                                slots.jobs().stream()
                                        .map(ExternalScheduling::of)
                                        .toList())
                        : null);
    }

    private static JobSlots of(RequestedJobs.JobSlots job) {
        return new JobSlots(job.slots(), job.job().name());
    }

    /** The prototype has no state for one that gives its slots back: it still waits for jobs to end. */
    private static String stateOf(SchedulingState state) {
        return switch (state) {
            case ACQUIRING -> "AcquireState";
            case SUBMITTING -> "SubmissionState";
            case CONFIRMING -> "ConfirmationState";
            case AWAITING_COMPLETION, RELEASING -> "AwaitingCompletionState";
            case COMPLETED -> "CompletedState";
            case FAILED -> "FailedState";
        };
    }
}
