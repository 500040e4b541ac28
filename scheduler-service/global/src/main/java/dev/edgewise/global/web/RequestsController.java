package dev.edgewise.global.web;

import dev.edgewise.common.security.AccessGuard;
import dev.edgewise.common.security.ChecksCallerItself;
import dev.edgewise.common.security.Permission;
import dev.edgewise.common.time.Ticker;
import dev.edgewise.common.web.ConcurrencyLimit;
import dev.edgewise.common.web.LimitedRequestBodyReader;
import dev.edgewise.common.web.NotFoundException;
import dev.edgewise.common.web.OnAnyReplica;
import dev.edgewise.common.web.Page;
import dev.edgewise.common.web.StreamThreads;
import dev.edgewise.global.model.GlobalRequest;
import dev.edgewise.global.model.GlobalRequestObjectNames;
import dev.edgewise.global.model.RequestKey;
import dev.edgewise.global.view.RequestResponse;
import dev.edgewise.global.view.RequestStore;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.request.async.DeferredResult;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/** Creates, shows, streams, cancels and deletes requests for callers who may do so in their namespace. */
@RestController
@OnAnyReplica(from = "the API server, and what it watches")
@RequestMapping("/api/v1/requests")
class RequestsController {
    private final RequestStore store;
    private final SubmittedBody body;
    private final RequestSubmission submission;
    private final RequestCompletionWaiter waits;
    private final RequestSubscriptions subscriptions;
    private final StreamThreads streams;
    private final RequestStoreReadiness readiness;
    private final AccessGuard guard;
    private final Ticker ticker;
    private final ConcurrencyLimit sending =
            new ConcurrencyLimit(LimitedRequestBodyReader.MOST_AT_ONCE, "Other requests are being sent");

    RequestsController(
            RequestStore store,
            SubmittedBody body,
            RequestSubmission submission,
            RequestCompletionWaiter waits,
            RequestSubscriptions subscriptions,
            StreamThreads streams,
            RequestStoreReadiness readiness,
            AccessGuard guard,
            Ticker ticker) {
        this.store = store;
        this.body = body;
        this.submission = submission;
        this.waits = waits;
        this.subscriptions = subscriptions;
        this.streams = streams;
        this.readiness = readiness;
        this.guard = guard;
        this.ticker = ticker;
    }

    /**
     * Creates a request: answers 202 with its address, or 200 with its result if it ends within {@code Prefer: wait=N}.
     * The same body with the same {@code Idempotency-Key} creates no second one.
     */
    @PostMapping(consumes = {MediaType.APPLICATION_JSON_VALUE, MediaType.MULTIPART_FORM_DATA_VALUE})
    @ChecksCallerItself(by = "create globalrequests in the namespace, and get what they refer to")
    DeferredResult<ResponseEntity<RequestResponse>> submit(
            @RequestHeader(name = "Idempotency-Key", required = false) @Nullable String idempotencyKey,
            @RequestHeader(name = "Prefer", required = false) @Nullable String prefer,
            @RequestHeader(name = HttpHeaders.AUTHORIZATION, required = false) @Nullable String authorization,
            HttpServletRequest http)
            throws IOException {
        guard.authenticate(authorization);
        readiness.require();
        Duration wait = PreferHeader.wait(prefer);
        GlobalRequest request = sending.take(() -> submission.submit(authorization, body.read(http), idempotencyKey));
        return waits.answer(request, wait, now -> accepted(now, wait));
    }

    private static ResponseEntity<RequestResponse> accepted(GlobalRequest request, Duration wait) {
        boolean isOver = request.status().phase().isFinal() && !wait.isZero();
        ResponseEntity.BodyBuilder answer = ResponseEntity.status(isOver ? HttpStatus.OK : HttpStatus.ACCEPTED)
                .location(location(request.key()));
        if (!isOver) {
            answer.header(HttpHeaders.RETRY_AFTER, "1");
        }
        if (!wait.isZero()) {
            answer.header("Preference-Applied", "wait=" + wait.toSeconds());
        }
        return answer.body(RequestResponse.of(request));
    }

    static URI location(RequestKey key) {
        return URI.create("/api/v1/requests/" + key);
    }

    /** Lists requests by namespace and name, filtered by namespace, phase, chosen cluster and priority. */
    @GetMapping
    @ChecksCallerItself(by = "list globalrequests in the namespace")
    Page<RequestResponse> list(
            @RequestParam(defaultValue = "100") int limit,
            @RequestParam(name = "continue", required = false) @Nullable String after,
            @RequestParam(required = false) @Nullable String namespace,
            @RequestParam(required = false) @Nullable String phase,
            @RequestParam(required = false) @Nullable String cluster,
            @RequestParam(required = false) @Nullable String priority,
            @RequestHeader(name = HttpHeaders.AUTHORIZATION, required = false) @Nullable String authorization) {
        require(authorization, "list", namespace);
        return new RequestQuery(namespace, phase, cluster, priority).page(store.requests(), after, limit);
    }

    @GetMapping("/{namespace}/{name}")
    @ChecksCallerItself(by = "get globalrequests in the namespace")
    RequestResponse get(
            @PathVariable String namespace,
            @PathVariable String name,
            @RequestHeader(name = HttpHeaders.AUTHORIZATION, required = false) @Nullable String authorization) {
        require(authorization, "get", namespace);
        return RequestResponse.of(found(RequestFieldValidator.key(namespace, name)));
    }

    /**
     * Streams each change of a request as a server-sent event, from the version on that {@code Last-Event-ID} names.
     */
    @GetMapping(path = "/{namespace}/{name}/events", produces = MediaType.TEXT_EVENT_STREAM_VALUE)
    @ChecksCallerItself(by = "get globalrequests in the namespace")
    SseEmitter follow(
            @PathVariable String namespace,
            @PathVariable String name,
            @RequestHeader(name = "Last-Event-ID", required = false) @Nullable String lastEventId,
            @RequestHeader(name = HttpHeaders.AUTHORIZATION, required = false) @Nullable String authorization,
            HttpServletRequest http) {
        require(authorization, "get", namespace);
        RequestKey key = found(RequestFieldValidator.key(namespace, name)).key();
        return streams.open(
                StreamThreads.caller(authorization, http),
                new RequestStream(store, subscriptions, key, lastEventId, ticker));
    }

    /** Cancels a request: what it made is deleted, and its record stays. */
    @PostMapping(path = "/{namespace}/{name}/cancel", consumes = MediaType.APPLICATION_JSON_VALUE)
    @ChecksCallerItself(by = "update globalrequests in the namespace")
    ResponseEntity<RequestResponse> cancel(
            @PathVariable String namespace,
            @PathVariable String name,
            @RequestHeader(name = HttpHeaders.AUTHORIZATION, required = false) @Nullable String authorization) {
        require(authorization, "update", namespace);
        RequestKey key = RequestFieldValidator.key(namespace, name);
        GlobalRequest cancelled = store.cancel(key);
        if (cancelled == null) {
            throw missing(key);
        }
        return ResponseEntity.accepted().location(location(key)).body(RequestResponse.of(cancelled));
    }

    /** Deletes a request, with what it made and its record; 204 also if there is none. */
    @DeleteMapping("/{namespace}/{name}")
    @ChecksCallerItself(by = "delete globalrequests in the namespace")
    ResponseEntity<Void> delete(
            @PathVariable String namespace,
            @PathVariable String name,
            @RequestHeader(name = HttpHeaders.AUTHORIZATION, required = false) @Nullable String authorization) {
        require(authorization, "delete", namespace);
        store.delete(RequestFieldValidator.key(namespace, name));
        return ResponseEntity.noContent().build();
    }

    private GlobalRequest found(RequestKey key) {
        GlobalRequest request = store.request(key);
        if (request == null) {
            throw missing(key);
        }
        return request;
    }

    static NotFoundException missing(RequestKey key) {
        return new NotFoundException("There is no request " + key);
    }

    private void require(@Nullable String authorization, String verb, @Nullable String namespace) {
        guard.require(
                authorization,
                new Permission(verb, GlobalRequestObjectNames.GROUP, GlobalRequestObjectNames.PLURAL, namespace));
        readiness.require();
    }
}
