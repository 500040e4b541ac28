package dev.edgewise.scheduler.slots.web;

import dev.edgewise.common.security.AccessGuard;
import dev.edgewise.common.security.ChecksCallerItself;
import dev.edgewise.common.security.Permission;
import dev.edgewise.common.web.ConcurrencyLimit;
import dev.edgewise.common.web.LimitedRequestBodyReader;
import dev.edgewise.common.web.NotFoundException;
import dev.edgewise.common.web.OnAnyReplica;
import dev.edgewise.common.web.Page;
import dev.edgewise.scheduler.slots.model.ObjectKey;
import dev.edgewise.scheduler.slots.model.Scheduling;
import dev.edgewise.scheduler.slots.view.SlotObjectWriter;
import dev.edgewise.scheduler.slots.view.SlotObjects;
import dev.edgewise.scheduler.slots.web.SlotResponses.SchedulingResponse;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
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
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.json.JsonMapper;

/** Shows, creates, replaces and deletes Schedulings for callers who may do so in their namespace. */
@RestController
@OnAnyReplica(from = "the API server, and what it watches")
@RequestMapping("/api/v1/slots/schedulings")
class SchedulingsController {
    private static final int LARGEST_BODY = 256 * 1024;

    private final SlotObjects objects;
    private final SlotObjectWriter writer;
    private final SlotsReadiness readiness;
    private final AccessGuard guard;
    private final JsonMapper json;
    private final ConcurrencyLimit sending =
            new ConcurrencyLimit(LimitedRequestBodyReader.MOST_AT_ONCE, "Other Schedulings are being sent");

    SchedulingsController(
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

    /** Schedulings by namespace and name, of one namespace where it is given. */
    @GetMapping
    @ChecksCallerItself(by = "list schedulings in the namespace")
    Page<SchedulingResponse> list(
            @RequestParam(defaultValue = "100") int limit,
            @RequestParam(name = "continue", required = false) @Nullable String after,
            @RequestParam(required = false) @Nullable String namespace,
            @RequestHeader(name = HttpHeaders.AUTHORIZATION, required = false) @Nullable String authorization) {
        require(authorization, "list", namespace);
        return new ObjectPages(namespace, after, limit)
                .of(objects.schedulings(), one -> one.metadata().key(), SchedulingResponse::of);
    }

    @GetMapping("/{namespace}/{name}")
    @ChecksCallerItself(by = "get schedulings in the namespace")
    ResponseEntity<SchedulingResponse> get(
            @PathVariable String namespace,
            @PathVariable String name,
            @RequestHeader(name = HttpHeaders.AUTHORIZATION, required = false) @Nullable String authorization) {
        require(authorization, "get", namespace);
        Scheduling found = objects.scheduling(RequestedJobsReader.key("name", namespace, name));
        if (found == null) {
            throw new NotFoundException("There is no Scheduling " + namespace + "/" + name);
        }
        return answer(HttpStatus.OK, found);
    }

    /** Creates one: 201, or 200 if there is the same of that name, or 409 if there is another. */
    @PostMapping
    @ChecksCallerItself(by = "create schedulings in the namespace")
    ResponseEntity<SchedulingResponse> create(
            @RequestHeader(name = HttpHeaders.AUTHORIZATION, required = false) @Nullable String authorization,
            HttpServletRequest http)
            throws IOException {
        guard.authenticate(authorization);
        SchedulingRequest request = read(http);
        ObjectKey key = request.key();
        require(authorization, "create", key.namespace());
        return answer(writer.create(key, request.spec()));
    }

    /**
     * Creates one, or gives it another spec, such as further entries of its queue; with {@code If-Match} only the
     * version that the caller has seen.
     */
    @PutMapping("/{namespace}/{name}")
    @ChecksCallerItself(by = "create schedulings in the namespace, and update them")
    ResponseEntity<SchedulingResponse> put(
            @PathVariable String namespace,
            @PathVariable String name,
            @RequestHeader(name = HttpHeaders.IF_MATCH, required = false) @Nullable String ifMatch,
            @RequestHeader(name = HttpHeaders.AUTHORIZATION, required = false) @Nullable String authorization,
            HttpServletRequest http)
            throws IOException {
        require(authorization, "update", namespace);
        require(authorization, "create", namespace);
        SchedulingRequest request = read(http).in(namespace, name);
        return answer(writer.put(request.key(), request.spec(), EntityTag.version(ifMatch)));
    }

    /** Deletes one, which ends its runs and releases its slots; 204 also if there is none. */
    @DeleteMapping("/{namespace}/{name}")
    @ChecksCallerItself(by = "delete schedulings in the namespace")
    ResponseEntity<Void> delete(
            @PathVariable String namespace,
            @PathVariable String name,
            @RequestHeader(name = HttpHeaders.IF_MATCH, required = false) @Nullable String ifMatch,
            @RequestHeader(name = HttpHeaders.AUTHORIZATION, required = false) @Nullable String authorization) {
        require(authorization, "delete", namespace);
        writer.deleteScheduling(RequestedJobsReader.key("name", namespace, name), EntityTag.version(ifMatch));
        return ResponseEntity.noContent().build();
    }

    private SchedulingRequest read(HttpServletRequest http) throws IOException {
        return sending.take(() -> LimitedRequestBodyReader.read(http, LARGEST_BODY, json, SchedulingRequest.class));
    }

    private void require(@Nullable String authorization, String verb, @Nullable String namespace) {
        guard.require(authorization, new Permission(verb, "edgewise.dev", "schedulings", namespace));
        readiness.require();
    }

    private static ResponseEntity<SchedulingResponse> answer(SlotObjectWriter.Written written) {
        return answer(written.isNew() ? HttpStatus.CREATED : HttpStatus.OK, written.scheduling());
    }

    private static ResponseEntity<SchedulingResponse> answer(HttpStatus status, Scheduling scheduling) {
        return ResponseEntity.status(status)
                .eTag(EntityTag.of(scheduling.metadata().resourceVersion()))
                .body(SchedulingResponse.of(scheduling));
    }
}
