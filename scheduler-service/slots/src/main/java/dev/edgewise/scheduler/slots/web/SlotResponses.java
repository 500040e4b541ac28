package dev.edgewise.scheduler.slots.web;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.edgewise.scheduler.slots.model.BatchJob;
import dev.edgewise.scheduler.slots.model.Condition;
import dev.edgewise.scheduler.slots.model.JobProgress;
import dev.edgewise.scheduler.slots.model.JobRun;
import dev.edgewise.scheduler.slots.model.NodeProblem;
import dev.edgewise.scheduler.slots.model.ObjectKey;
import dev.edgewise.scheduler.slots.model.ObjectMetadata;
import dev.edgewise.scheduler.slots.model.RequestedJobs;
import dev.edgewise.scheduler.slots.model.Scheduling;
import dev.edgewise.scheduler.slots.model.Slot;
import dev.edgewise.scheduler.slots.model.Testbed;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The JSON of testbeds, batch jobs and Schedulings under {@code /api/v1/slots}. */
final class SlotResponses {
    private SlotResponses() {}

    /**
     * A testbed with its slots.
     *
     * @param version value of the ETag
     * @param claimedBy name of the Scheduling that holds it; null if none
     */
    record TestbedResponse(
            String namespace,
            String name,
            String version,
            String state,
            @Nullable String claimedBy,
            int slotsPerNode,
            String nodeLabel,
            List<SlotResponse> slots,
            List<NodeProblem> nodeProblems,
            List<ConditionResponse> conditions) {
        static TestbedResponse of(Testbed testbed) {
            return new TestbedResponse(
                    testbed.metadata().namespace(),
                    testbed.name(),
                    testbed.metadata().resourceVersion(),
                    testbed.status().state().name(),
                    testbed.status().claimedBy(),
                    testbed.spec().slotsPerNode(),
                    testbed.spec().nodeLabel(),
                    testbed.status().slots().stream().map(SlotResponse::of).toList(),
                    testbed.status().nodeProblems(),
                    ConditionResponse.of(testbed.status().conditions()));
        }
    }

    /**
     * A slot.
     *
     * @param position number within the testbed
     * @param reservedFor name of the batch job that has it; null if none
     * @param problem reason why no job is placed into it; null if none
     */
    record SlotResponse(
            int position,
            String node,
            int nodeIndex,
            int positionOnNode,
            String state,
            @Nullable String reservedFor,
            @Nullable String pod,
            boolean held,
            boolean retiring,
            @Nullable String problem) {
        static SlotResponse of(Slot slot) {
            return new SlotResponse(
                    slot.position(),
                    slot.place().node(),
                    slot.place().nodeIndex(),
                    slot.place().positionOnNode(),
                    slot.state().name(),
                    slot.reservedFor(),
                    slot.pod(),
                    slot.held(),
                    slot.retiring(),
                    slot.problem());
        }
    }

    /**
     * A batch job with the history of its runs.
     *
     * @param version value of the ETag
     * @param externalScheduler data that only the outside scheduler understands
     */
    record JobResponse(
            String namespace,
            String name,
            String version,
            String application,
            String state,
            @Nullable String claimedBy,
            @Nullable String testbed,
            List<Integer> slots,
            int failures,
            List<RunResponse> runs,
            Map<String, List<Map<String, String>>> externalScheduler,
            List<ConditionResponse> conditions) {
        static JobResponse of(BatchJob job) {
            return new JobResponse(
                    job.metadata().namespace(),
                    job.name(),
                    job.metadata().resourceVersion(),
                    job.spec().application(),
                    job.status().state().name(),
                    job.status().claimedBy(),
                    job.status().testbed(),
                    job.status().slots(),
                    job.status().failures(),
                    job.status().runs().stream().map(RunResponse::of).toList(),
                    job.spec().externalScheduler(),
                    ConditionResponse.of(job.status().conditions()));
        }
    }

    /**
     * A run of a job.
     *
     * @param stop null while it runs
     * @param successful null while it runs
     */
    record RunResponse(
            String scheduling,
            Instant start,
            @Nullable Instant stop,
            @Nullable Boolean successful,
            List<Integer> slots,
            String message) {
        static RunResponse of(JobRun run) {
            return new RunResponse(
                    run.scheduling().name(), run.start(), run.stop(), run.successful(), run.slots(), run.message());
        }
    }

    /**
     * A Scheduling with the progress of its jobs. Exactly one of queue and slots is set.
     *
     * @param version value of the ETag
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record SchedulingResponse(
            String namespace,
            String name,
            String version,
            String testbed,
            @Nullable List<String> queue,
            @Nullable SlotsResponse slots,
            String state,
            boolean deleted,
            List<ProgressResponse> jobs,
            List<ConditionResponse> conditions) {
        static SchedulingResponse of(Scheduling scheduling) {
            ObjectMetadata metadata = scheduling.metadata();
            RequestedJobs jobs = scheduling.spec().jobs();
            return new SchedulingResponse(
                    metadata.namespace(),
                    metadata.name(),
                    metadata.resourceVersion(),
                    scheduling.spec().testbed().name(),
                    jobs instanceof RequestedJobs.Queue queue
                            ? queue.entries().stream().map(ObjectKey::name).toList()
                            : null,
                    jobs instanceof RequestedJobs.Slots slots ? SlotsResponse.of(slots) : null,
                    scheduling.status().state().name(),
                    metadata.deleted(),
                    scheduling.status().jobs().stream()
                            .map(ProgressResponse::of)
                            .toList(),
                    ConditionResponse.of(scheduling.status().conditions()));
        }
    }

    /** Jobs with slots of their own. */
    record SlotsResponse(String mode, List<JobSlotsResponse> jobs) {
        static SlotsResponse of(RequestedJobs.Slots slots) {
            return new SlotsResponse(
                    slots.mode().name().toLowerCase(Locale.ROOT),
                    slots.jobs().stream()
                            .map(job -> new JobSlotsResponse(job.job().name(), job.slots()))
                            .toList());
        }
    }

    /** A job and its slots. */
    record JobSlotsResponse(String name, List<Integer> slots) {}

    /**
     * The progress of a job within its Scheduling.
     *
     * @param message reason why it waits or has failed; empty if none
     */
    record ProgressResponse(String job, String stage, List<Integer> slots, int failures, String message) {
        static ProgressResponse of(JobProgress progress) {
            return new ProgressResponse(
                    progress.job(), progress.stage().name(), progress.slots(), progress.failures(), progress.message());
        }
    }

    /** A condition of a status. */
    record ConditionResponse(String type, boolean holds, String reason, String message, Instant since) {
        static List<ConditionResponse> of(List<Condition> conditions) {
            return conditions.stream()
                    .map(one ->
                            new ConditionResponse(one.type(), one.holds(), one.reason(), one.message(), one.since()))
                    .toList();
        }
    }
}
