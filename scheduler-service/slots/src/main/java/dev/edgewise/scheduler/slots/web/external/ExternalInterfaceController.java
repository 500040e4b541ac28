package dev.edgewise.scheduler.slots.web.external;

import dev.edgewise.common.security.AccessGuard;
import dev.edgewise.common.security.ChecksCallerItself;
import dev.edgewise.common.security.Permission;
import dev.edgewise.common.web.ConcurrencyLimit;
import dev.edgewise.common.web.InvalidInputException;
import dev.edgewise.common.web.LimitedRequestBodyReader;
import dev.edgewise.common.web.NotFoundException;
import dev.edgewise.common.web.OnAnyReplica;
import dev.edgewise.scheduler.slots.model.BatchJob;
import dev.edgewise.scheduler.slots.model.ObjectKey;
import dev.edgewise.scheduler.slots.model.Scheduling;
import dev.edgewise.scheduler.slots.model.Testbed;
import dev.edgewise.scheduler.slots.view.SlotObjectReader;
import dev.edgewise.scheduler.slots.view.SlotObjectWriter;
import dev.edgewise.scheduler.slots.web.RequestedJobsReader;
import dev.edgewise.scheduler.slots.web.SlotsReadiness;
import dev.edgewise.scheduler.slots.web.stomp.ExternalViews;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.json.JsonMapper;

/** Answers clients of the prototype: its paths and its JSON, for the objects of one namespace. */
@RestController
@OnAnyReplica(from = "the API server")
@RequestMapping("/external")
class ExternalInterfaceController {
    private static final int LARGEST_BODY = 256 * 1024;

    private final SlotObjectReader objects;
    private final SlotObjectWriter writer;
    private final SlotsReadiness readiness;
    private final AccessGuard guard;
    private final JsonMapper json;
    private final String namespace;
    private final ConcurrencyLimit sending =
            new ConcurrencyLimit(LimitedRequestBodyReader.MOST_AT_ONCE, "Other Schedulings are being sent");

    ExternalInterfaceController(
            SlotObjectReader objects,
            SlotObjectWriter writer,
            SlotsReadiness readiness,
            AccessGuard guard,
            JsonMapper json,
            ExternalViews views) {
        this.objects = objects;
        this.writer = writer;
        this.readiness = readiness;
        this.guard = guard;
        this.json = json;
        this.namespace = views.namespace();
    }

    @GetMapping("/testbeds")
    @ChecksCallerItself(by = "list testbeds in the namespace")
    List<ExternalTestbed> testbeds(
            @RequestHeader(name = HttpHeaders.AUTHORIZATION, required = false) @Nullable String authorization) {
        require(authorization, "list", "testbeds");
        return objects.testbeds(namespace).stream().map(ExternalTestbed::of).toList();
    }

    @GetMapping("/testbeds/{name}")
    @ChecksCallerItself(by = "get testbeds in the namespace")
    ExternalTestbed testbed(
            @PathVariable String name,
            @RequestHeader(name = HttpHeaders.AUTHORIZATION, required = false) @Nullable String authorization) {
        require(authorization, "get", "testbeds");
        Testbed testbed = objects.testbed(key(name));
        return ExternalTestbed.of(found("testbed", name, testbed));
    }

    /** The jobs by name. */
    @GetMapping("/jobs")
    @ChecksCallerItself(by = "list batchjobs in the namespace")
    Map<String, ExternalJob> jobs(
            @RequestHeader(name = HttpHeaders.AUTHORIZATION, required = false) @Nullable String authorization) {
        require(authorization, "list", "batchjobs");
        Map<String, ExternalJob> byName = new LinkedHashMap<>();
        for (BatchJob job : objects.jobs(namespace)) {
            byName.put(job.name(), ExternalJob.of(job));
        }
        return byName;
    }

    @GetMapping("/jobs/{name}")
    @ChecksCallerItself(by = "get batchjobs in the namespace")
    ExternalJob job(
            @PathVariable String name,
            @RequestHeader(name = HttpHeaders.AUTHORIZATION, required = false) @Nullable String authorization) {
        require(authorization, "get", "batchjobs");
        BatchJob job = objects.job(key(name));
        return ExternalJob.of(found("batch job", name, job));
    }

    /** Replaces the outside scheduler's own data of a job; everything else in the body is ignored. */
    @PutMapping({"/jobs", "/jobs/"})
    @ChecksCallerItself(by = "update batchjobs in the namespace")
    ExternalJob putJob(
            @RequestHeader(name = HttpHeaders.AUTHORIZATION, required = false) @Nullable String authorization,
            HttpServletRequest http)
            throws IOException {
        require(authorization, "update", "batchjobs");
        ExternalJobRequest request = sending.take(
                () -> LimitedRequestBodyReader.readLenient(http, LARGEST_BODY, json, ExternalJobRequest.class));
        return ExternalJob.of(writer.putExternalData(request.key(namespace), request.data(), null));
    }

    @GetMapping("/schedulings")
    @ChecksCallerItself(by = "list schedulings in the namespace")
    List<ExternalScheduling> schedulings(
            @RequestHeader(name = HttpHeaders.AUTHORIZATION, required = false) @Nullable String authorization) {
        require(authorization, "list", "schedulings");
        return objects.schedulings(namespace).stream()
                .map(ExternalScheduling::of)
                .toList();
    }

    @GetMapping("/schedulings/{name}")
    @ChecksCallerItself(by = "get schedulings in the namespace")
    ExternalScheduling scheduling(
            @PathVariable String name,
            @RequestHeader(name = HttpHeaders.AUTHORIZATION, required = false) @Nullable String authorization) {
        require(authorization, "get", "schedulings");
        Scheduling scheduling = objects.scheduling(key(name));
        return ExternalScheduling.of(found("Scheduling", name, scheduling));
    }

    /** Creates a Scheduling, in place of the one of that name: 200 with the object. */
    @PostMapping({"/schedulings", "/schedulings/"})
    @ChecksCallerItself(by = "create, update and delete schedulings in the namespace")
    ExternalScheduling post(
            @RequestHeader(name = HttpHeaders.AUTHORIZATION, required = false) @Nullable String authorization,
            HttpServletRequest http)
            throws IOException {
        require(authorization, "create", "schedulings");
        require(authorization, "update", "schedulings");
        require(authorization, "delete", "schedulings");
        ExternalSchedulingRequest request = sending.take(
                () -> LimitedRequestBodyReader.readLenient(http, LARGEST_BODY, json, ExternalSchedulingRequest.class));
        return ExternalScheduling.of(
                writer.replace(request.key(namespace), request.spec(namespace)).scheduling());
    }

    /** Deletes a Scheduling and answers it as it was; 304 if there is none. */
    @DeleteMapping("/schedulings/{name}")
    @ChecksCallerItself(by = "delete schedulings in the namespace")
    ResponseEntity<ExternalScheduling> delete(
            @PathVariable String name,
            @RequestHeader(name = HttpHeaders.AUTHORIZATION, required = false) @Nullable String authorization) {
        require(authorization, "delete", "schedulings");
        Scheduling before = objects.scheduling(key(name));
        return before == null || !writer.deleteScheduling(key(name), null)
                ? ResponseEntity.status(HttpStatus.NOT_MODIFIED).build()
                : ResponseEntity.ok(ExternalScheduling.of(before));
    }

    private void require(@Nullable String authorization, String verb, String resource) {
        guard.require(authorization, new Permission(verb, "edgewise.dev", resource, namespace));
        readiness.require();
    }

    /** @throws InvalidInputException if no object can have that name */
    private ObjectKey key(String name) {
        return RequestedJobsReader.key("name", namespace, name);
    }

    private static <T> T found(String kind, String name, @Nullable T object) {
        if (object == null) {
            throw new NotFoundException("There is no " + kind + " " + name);
        }
        return Objects.requireNonNull(object);
    }
}
