package dev.edgewise.global.legacy;

import dev.edgewise.common.security.AccessGuard;
import dev.edgewise.common.security.ChecksCallerItself;
import dev.edgewise.common.security.Permission;
import dev.edgewise.common.web.ConcurrencyLimit;
import dev.edgewise.common.web.InvalidInputException;
import dev.edgewise.common.web.LimitedRequestBodyReader;
import dev.edgewise.common.web.NotFoundException;
import dev.edgewise.common.web.OnAnyReplica;
import dev.edgewise.global.model.GlobalRequest;
import dev.edgewise.global.model.GlobalRequestObjectNames;
import dev.edgewise.global.model.RequestKey;
import dev.edgewise.global.model.RequestPhase;
import dev.edgewise.global.view.RequestStore;
import dev.edgewise.global.web.RequestFieldValidator;
import dev.edgewise.global.web.RequestStoreReadiness;
import dev.edgewise.global.web.RequestSubmission;
import dev.edgewise.global.web.SubmitRequest;
import dev.edgewise.global.web.SubmittedBody;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Answers clients of the prototype: its paths, form fields and JSON. */
@RestController
@OnAnyReplica(from = "the API server, and what it watches")
@RequestMapping("/GEP/GSCH")
class LegacyController {
    private final RequestStore store;
    private final SubmittedBody body;
    private final RequestSubmission submission;
    private final RequestStoreReadiness readiness;
    private final AccessGuard guard;
    private final String namespace;
    private final ConcurrencyLimit sending =
            new ConcurrencyLimit(LimitedRequestBodyReader.MOST_AT_ONCE, "Other requests are being sent");

    LegacyController(
            RequestStore store,
            SubmittedBody body,
            RequestSubmission submission,
            RequestStoreReadiness readiness,
            AccessGuard guard,
            LegacyProperties properties) {
        this.store = store;
        this.body = body;
        this.submission = submission;
        this.readiness = readiness;
        this.guard = guard;
        this.namespace = properties.namespace();
    }

    /** The answer of the prototype: {@code request_id:req-….namespace}, or a status. */
    record LegacyResponse(String result) {}

    /** Takes a request by latency. */
    @PostMapping(path = "/test/low", consumes = MediaType.MULTIPART_FORM_DATA_VALUE)
    @ChecksCallerItself(by = "create globalrequests in the namespace")
    LegacyResponse low(
            @RequestHeader(name = HttpHeaders.AUTHORIZATION, required = false) @Nullable String authorization,
            HttpServletRequest http)
            throws IOException {
        return submit(authorization, http, LegacyForm::low);
    }

    /** Takes a request by free resources. */
    @PostMapping(path = "/test/most", consumes = MediaType.MULTIPART_FORM_DATA_VALUE)
    @ChecksCallerItself(by = "create globalrequests in the namespace")
    LegacyResponse most(
            @RequestHeader(name = HttpHeaders.AUTHORIZATION, required = false) @Nullable String authorization,
            HttpServletRequest http)
            throws IOException {
        return submit(authorization, http, LegacyForm::most);
    }

    /** Takes a request for selected clusters, or for one node. */
    @PostMapping(path = "/test/select", consumes = MediaType.MULTIPART_FORM_DATA_VALUE)
    @ChecksCallerItself(by = "create globalrequests in the namespace")
    LegacyResponse select(
            @RequestHeader(name = HttpHeaders.AUTHORIZATION, required = false) @Nullable String authorization,
            HttpServletRequest http)
            throws IOException {
        return submit(authorization, http, LegacyForm::select);
    }

    @GetMapping("/dispatchedqueue/requestjobs/{id}/status")
    @ChecksCallerItself(by = "get globalrequests in the namespace of the request")
    LegacyResponse status(
            @PathVariable String id,
            @RequestHeader(name = HttpHeaders.AUTHORIZATION, required = false) @Nullable String authorization) {
        return new LegacyResponse(word(found(authorization, "get", id).status().phase()));
    }

    /** Cancels a request. The service finds out itself what the prototype's workers reported, completed and failed. */
    @PutMapping("/dispatchedqueue/requestjobs/{id}/status")
    @ChecksCallerItself(by = "update globalrequests in the namespace of the request")
    LegacyResponse change(
            @PathVariable String id,
            @RequestParam("changed_status") String changedStatus,
            @RequestHeader(name = HttpHeaders.AUTHORIZATION, required = false) @Nullable String authorization) {
        GlobalRequest request = found(authorization, "update", id);
        if (!changedStatus.equals("canceled")) {
            throw new InvalidInputException("changed_status", changedStatus, "canceled");
        }
        store.cancel(request.key());
        return new LegacyResponse(changedStatus);
    }

    private LegacyResponse submit(
            @Nullable String authorization, HttpServletRequest http, Function<LegacyForm, SubmitRequest> read)
            throws IOException {
        guard.authenticate(authorization);
        readiness.require();
        GlobalRequest request = sending.take(
                () -> submission.submit(authorization, read.apply(new LegacyForm(body.form(http), namespace)), null));
        RequestKey key = request.key();
        return new LegacyResponse("request_id:" + key.name() + "." + key.namespace());
    }

    /**
     * Returns the request of an id, {@code req-….namespace}. The caller is checked before anything is looked for;
     * without a namespace it is that of the settings.
     */
    private GlobalRequest found(@Nullable String authorization, String verb, String id) {
        guard.authenticate(authorization);
        int dot = id.indexOf('.');
        RequestKey key = RequestFieldValidator.key(
                dot < 0 ? namespace : id.substring(dot + 1), dot < 0 ? id : id.substring(0, dot));
        guard.require(
                authorization,
                new Permission(verb, GlobalRequestObjectNames.GROUP, GlobalRequestObjectNames.PLURAL, key.namespace()));
        readiness.require();
        GlobalRequest request = id.startsWith("req-") ? store.request(key) : null;
        if (request == null) {
            throw new NotFoundException("There is no request " + id);
        }
        return request;
    }

    private static String word(RequestPhase phase) {
        return switch (phase) {
            case QUEUED -> "enqueue";
            case SCHEDULING -> "scheduling";
            case COMPLETED -> "completed";
            case FAILED -> "failed";
            case CANCELLED -> "canceled";
        };
    }
}
