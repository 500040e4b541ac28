package dev.edgewise.scheduler.slots.web;

import dev.edgewise.common.security.AccessGuard;
import dev.edgewise.common.security.ChecksCallerItself;
import dev.edgewise.common.security.Permission;
import dev.edgewise.common.web.ConcurrencyLimit;
import dev.edgewise.common.web.LimitedRequestBodyReader;
import dev.edgewise.common.web.NotFoundException;
import dev.edgewise.common.web.OnAnyReplica;
import dev.edgewise.common.web.Page;
import dev.edgewise.scheduler.slots.model.BatchJob;
import dev.edgewise.scheduler.slots.view.SlotObjectWriter;
import dev.edgewise.scheduler.slots.view.SlotObjects;
import dev.edgewise.scheduler.slots.web.SlotResponses.JobResponse;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.json.JsonMapper;

/** Shows batch jobs with the history of their runs, and keeps data of the outside scheduler. */
@RestController
@OnAnyReplica(from = "the API server, and what it watches")
@RequestMapping("/api/v1/slots/jobs")
class JobsController {
    private static final int LARGEST_BODY = 256 * 1024;

    private final SlotObjects objects;
    private final SlotObjectWriter writer;
    private final SlotsReadiness readiness;
    private final AccessGuard guard;
    private final JsonMapper json;
    private final ConcurrencyLimit sending =
            new ConcurrencyLimit(LimitedRequestBodyReader.MOST_AT_ONCE, "Data of other jobs is being sent");

    JobsController(
            SlotObjects objects,
            SlotObjectWriter writer,
            SlotsReadiness readiness,
            AccessGuard guard,
            JsonMapper json) {
        this.objects = objects;
        this.writer = writer;
        this.readiness = readiness;
        this.guard = guard;
        this.json = json;
    }

    /**
     * The outside scheduler's own data of a job.
     *
     * @param externalScheduler rows by name; null removes all
     */
    record DataRequest(
            @Nullable Map<String, @Nullable List<@Nullable Map<String, @Nullable String>>> externalScheduler) {}

    /** Jobs by namespace and name, of one namespace where it is given. */
    @GetMapping
    @ChecksCallerItself(by = "list batchjobs in the namespace")
    Page<JobResponse> list(
            @RequestParam(defaultValue = "100") int limit,
            @RequestParam(name = "continue", required = false) @Nullable String after,
            @RequestParam(required = false) @Nullable String namespace,
            @RequestHeader(name = HttpHeaders.AUTHORIZATION, required = false) @Nullable String authorization) {
        require(authorization, "list", namespace);
        return new ObjectPages(namespace, after, limit)
                .of(objects.jobs(), one -> one.metadata().key(), JobResponse::of);
    }

    @GetMapping("/{namespace}/{name}")
    @ChecksCallerItself(by = "get batchjobs in the namespace")
    ResponseEntity<JobResponse> get(
            @PathVariable String namespace,
            @PathVariable String name,
            @RequestHeader(name = HttpHeaders.AUTHORIZATION, required = false) @Nullable String authorization) {
        require(authorization, "get", namespace);
        BatchJob found = objects.job(RequestedJobsReader.key("name", namespace, name));
        if (found == null) {
            throw new NotFoundException("There is no batch job " + namespace + "/" + name);
        }
        return answer(found);
    }

    /**
     * Replaces the outside scheduler's own data; with {@code If-Match} only of the version that the caller has seen.
     */
    @PutMapping("/{namespace}/{name}/external-scheduler")
    @ChecksCallerItself(by = "update batchjobs in the namespace")
    ResponseEntity<JobResponse> putData(
            @PathVariable String namespace,
            @PathVariable String name,
            @RequestHeader(name = HttpHeaders.IF_MATCH, required = false) @Nullable String ifMatch,
            @RequestHeader(name = HttpHeaders.AUTHORIZATION, required = false) @Nullable String authorization,
            HttpServletRequest http)
            throws IOException {
        require(authorization, "update", namespace);
        DataRequest request =
                sending.take(() -> LimitedRequestBodyReader.read(http, LARGEST_BODY, json, DataRequest.class));
        return answer(writer.putExternalData(
                RequestedJobsReader.key("name", namespace, name),
                ExternalSchedulerDataReader.data(request.externalScheduler()),
                EntityTag.version(ifMatch)));
    }

    private void require(@Nullable String authorization, String verb, @Nullable String namespace) {
        guard.require(authorization, new Permission(verb, "edgewise.dev", "batchjobs", namespace));
        readiness.require();
    }

    private static ResponseEntity<JobResponse> answer(BatchJob job) {
        return ResponseEntity.ok()
                .eTag(EntityTag.of(job.metadata().resourceVersion()))
                .body(JobResponse.of(job));
    }
}
