package dev.edgewise.scheduler.slots.web;

import dev.edgewise.common.security.AccessGuard;
import dev.edgewise.common.security.AuditLog;
import dev.edgewise.common.security.ChecksCallerItself;
import dev.edgewise.common.security.Permission;
import dev.edgewise.common.web.ConcurrencyLimit;
import dev.edgewise.common.web.OnAnyReplica;
import dev.edgewise.scheduler.slots.model.BatchJob;
import dev.edgewise.scheduler.slots.model.BatchJobState;
import dev.edgewise.scheduler.slots.model.Scheduling;
import dev.edgewise.scheduler.slots.view.JobHistoryCleaner;
import dev.edgewise.scheduler.slots.view.SlotObjectReader;
import dev.edgewise.scheduler.slots.view.SlotObjectWriter;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Sets all jobs of a namespace back to how they were when they were created. */
@RestController
@OnAnyReplica(from = "the API server")
@RequestMapping("/api/v1/slots/jobs")
class JobsResetController {
    /** Most objects that one call changes; the caller repeats it until all are done. */
    static final int MOST = 200;

    private final SlotObjectReader objects;
    private final SlotObjectWriter writer;
    private final JobHistoryCleaner history;
    private final SlotsReadiness readiness;
    private final AccessGuard guard;
    private final ConcurrencyLimit resetting = new ConcurrencyLimit(2, "Jobs of other namespaces are being reset");

    JobsResetController(
            SlotObjectReader objects,
            SlotObjectWriter writer,
            JobHistoryCleaner history,
            SlotsReadiness readiness,
            AccessGuard guard) {
        this.objects = objects;
        this.writer = writer;
        this.history = history;
        this.readiness = readiness;
        this.guard = guard;
    }

    /**
     * The progress of a reset.
     *
     * @param dryRun whether nothing was changed
     * @param complete whether nothing is left to do
     * @param schedulings names of the Schedulings that are being deleted, or would be
     * @param jobs names of the jobs that are not reset yet, or would be reset
     */
    record ResetResponse(
            String namespace, boolean dryRun, boolean complete, List<String> schedulings, List<String> jobs) {}

    /**
     * Deletes all Schedulings, and then removes the runs from the statuses of all jobs; what the outside scheduler
     * keeps in jobs stays. 202 while runs end: the caller sends the request again until it is 200.
     */
    @PostMapping("/{namespace}/reset")
    @ChecksCallerItself(by = "delete schedulings and update batchjobs in the namespace")
    ResponseEntity<ResetResponse> reset(
            @PathVariable String namespace,
            @RequestParam(defaultValue = "false") boolean dryRun,
            @RequestHeader(name = HttpHeaders.AUTHORIZATION, required = false) @Nullable String authorization) {
        if (dryRun) {
            AuditLog.leaveOut();
        }
        guard.require(authorization, new Permission("delete", "edgewise.dev", "schedulings", namespace));
        guard.require(authorization, new Permission("update", "edgewise.dev", "batchjobs", namespace));
        readiness.require();
        RequestedJobsReader.key("name", namespace, "any");
        ResetResponse response = resetting.take(() -> reset(namespace, dryRun));
        return ResponseEntity.status(dryRun || response.complete() ? HttpStatus.OK : HttpStatus.ACCEPTED)
                .body(response);
    }

    private ResetResponse reset(String namespace, boolean dryRun) {
        List<Scheduling> schedulings = objects.schedulings(namespace);
        List<BatchJob> jobs =
                objects.jobs(namespace).stream().filter(job -> !isInitial(job)).toList();
        List<String> left = jobs.stream().map(BatchJob::name).toList();
        if (!dryRun) {
            schedulings.stream()
                    .filter(scheduling -> !scheduling.metadata().deleted())
                    .limit(MOST)
                    .forEach(scheduling ->
                            writer.deleteScheduling(scheduling.metadata().key(), null));
            if (schedulings.isEmpty()) {
                left = cleared(jobs);
            }
        }
        List<String> names = schedulings.stream()
                .map(scheduling -> scheduling.metadata().name())
                .toList();
        return new ResetResponse(namespace, dryRun, names.isEmpty() && left.isEmpty(), names, left);
    }

    /** Clears the history of jobs, and returns the names of the jobs that are left. */
    private List<String> cleared(List<BatchJob> jobs) {
        List<String> done = jobs.stream()
                .filter(job -> isReleased(job) && !job.status().runs().isEmpty())
                .limit(MOST)
                .filter(history::clear)
                .map(BatchJob::name)
                .toList();
        return jobs.stream()
                .map(BatchJob::name)
                .filter(name -> !done.contains(name))
                .toList();
    }

    private static boolean isInitial(BatchJob job) {
        return isReleased(job) && job.status().runs().isEmpty();
    }

    private static boolean isReleased(BatchJob job) {
        BatchJobState state = job.status().state();
        return job.status().claimedBy() == null && (state == BatchJobState.READY || state == BatchJobState.INVALID);
    }
}
