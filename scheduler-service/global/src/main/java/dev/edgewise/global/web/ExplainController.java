package dev.edgewise.global.web;

import dev.edgewise.common.security.AccessGuard;
import dev.edgewise.common.security.ChecksCallerItself;
import dev.edgewise.common.security.NotAudited;
import dev.edgewise.common.security.Permission;
import dev.edgewise.common.web.ConcurrencyLimit;
import dev.edgewise.common.web.LimitedRequestBodyReader;
import dev.edgewise.common.web.OnAnyReplica;
import dev.edgewise.global.model.GlobalRequest;
import dev.edgewise.global.model.GlobalRequestObjectNames;
import dev.edgewise.global.model.RequestKey;
import dev.edgewise.global.model.RequestStatus;
import dev.edgewise.global.view.RequestStore;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.time.Clock;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * Explains, level by level and cluster by cluster, where a request would go now: one that exists, and one that need
 * not.
 */
@RestController
@OnAnyReplica(from = "the members, and what it watches")
@RequestMapping("/api/v1")
class ExplainController {
    private static final String TEXT = MediaType.TEXT_PLAIN_VALUE + ";charset=UTF-8";
    /** Each asks all clusters of its request. */
    private static final int MOST_AT_ONCE = 8;

    private final RequestStore store;
    private final SubmittedBody body;
    private final RequestSubmission submission;
    private final RequestExplainer explainer;
    private final RequestStoreReadiness readiness;
    private final AccessGuard guard;
    private final Clock clock;
    private final ConcurrencyLimit sending =
            new ConcurrencyLimit(LimitedRequestBodyReader.MOST_AT_ONCE, "Other requests are being sent");
    private final ConcurrencyLimit asking = new ConcurrencyLimit(MOST_AT_ONCE, "Other requests are being explained");

    ExplainController(
            RequestStore store,
            SubmittedBody body,
            RequestSubmission submission,
            RequestExplainer explainer,
            RequestStoreReadiness readiness,
            AccessGuard guard,
            Clock clock) {
        this.store = store;
        this.body = body;
        this.submission = submission;
        this.explainer = explainer;
        this.readiness = readiness;
        this.guard = guard;
        this.clock = clock;
    }

    /** Each level with its clusters: filter, bid, score and age; its clusters are asked now. */
    @GetMapping(path = "/requests/{namespace}/{name}/explain", produces = MediaType.APPLICATION_JSON_VALUE)
    @ChecksCallerItself(by = "get globalrequests in the namespace")
    ExplainResponse explain(
            @PathVariable String namespace,
            @PathVariable String name,
            @RequestHeader(name = HttpHeaders.AUTHORIZATION, required = false) @Nullable String authorization) {
        guard.require(
                authorization,
                new Permission("get", GlobalRequestObjectNames.GROUP, GlobalRequestObjectNames.PLURAL, namespace));
        readiness.require();
        RequestKey key = RequestFieldValidator.key(namespace, name);
        GlobalRequest request = store.request(key);
        if (request == null) {
            throw RequestsController.missing(key);
        }
        return asking.take(() -> ExplainResponse.of(request, explainer.explain(request)));
    }

    /** Returns the explanation as text, for people. */
    @GetMapping(path = "/requests/{namespace}/{name}/explain", produces = TEXT)
    @ChecksCallerItself(by = "get globalrequests in the namespace")
    String summarize(
            @PathVariable String namespace,
            @PathVariable String name,
            @RequestHeader(name = HttpHeaders.AUTHORIZATION, required = false) @Nullable String authorization) {
        return ExplanationText.of(explain(namespace, name, authorization));
    }

    /** Explains where a request that does not exist would go. Writes nothing. */
    @PostMapping(
            path = "/requests:explain",
            consumes = {MediaType.APPLICATION_JSON_VALUE, MediaType.MULTIPART_FORM_DATA_VALUE},
            produces = MediaType.APPLICATION_JSON_VALUE)
    @ChecksCallerItself(by = "create globalrequests in the namespace, and get what they refer to")
    @NotAudited(because = "it changes nothing")
    ExplainResponse explainAnother(
            @RequestHeader(name = HttpHeaders.AUTHORIZATION, required = false) @Nullable String authorization,
            HttpServletRequest http)
            throws IOException {
        guard.authenticate(authorization);
        readiness.require();
        GlobalRequest request = sending.take(() -> hypothetical(authorization, body.read(http)));
        return asking.take(() -> ExplainResponse.hypothetical(explainer.explain(request)));
    }

    /** Returns the explanation as text, for people. */
    @PostMapping(
            path = "/requests:explain",
            consumes = {MediaType.APPLICATION_JSON_VALUE, MediaType.MULTIPART_FORM_DATA_VALUE},
            produces = TEXT)
    @ChecksCallerItself(by = "create globalrequests in the namespace, and get what they refer to")
    @NotAudited(because = "it changes nothing")
    String summarizeAnother(
            @RequestHeader(name = HttpHeaders.AUTHORIZATION, required = false) @Nullable String authorization,
            HttpServletRequest http)
            throws IOException {
        return ExplanationText.of(explainAnother(authorization, http));
    }

    /**
     * Makes a request with a uid of its own: what is known by the uid of a request, such as its manifests, is not of
     * another one.
     */
    private GlobalRequest hypothetical(@Nullable String authorization, SubmitRequest submitted) {
        return new GlobalRequest(
                IdempotentRequestNamer.key(submitted.checkedNamespace(), submitted.name(), null),
                UUID.randomUUID().toString(),
                "",
                0,
                clock.instant(),
                false,
                submission.checked(authorization, submitted),
                null,
                RequestStatus.NEW);
    }
}
