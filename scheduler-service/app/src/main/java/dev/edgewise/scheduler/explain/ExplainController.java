package dev.edgewise.scheduler.explain;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.edgewise.common.security.AccessGuard;
import dev.edgewise.common.security.ChecksCallerItself;
import dev.edgewise.common.security.NotAudited;
import dev.edgewise.common.security.Permission;
import dev.edgewise.common.web.ConcurrencyLimit;
import dev.edgewise.common.web.LimitedRequestBodyReader;
import dev.edgewise.common.web.OnAnyReplica;
import dev.edgewise.common.web.OnLeader;
import dev.edgewise.scheduler.kubernetes.json.JsonPodReader;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.PodKey;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Explains pods to callers with the right to get them. */
@RestController
class ExplainController {
    /** The maximum size of a pod in bytes; each waiting request holds as much. */
    private static final int LARGEST_POD = 512 * 1024;

    private static final int MOST_WAITING = 8;

    private static final String TEXT = MediaType.TEXT_PLAIN_VALUE + ";charset=UTF-8";

    private final JsonPodReader pods;
    private final ExplanationService explanations;
    private final AccessGuard guard;
    private final ExplanationLimiter gate;
    private final ConcurrencyLimit sending =
            new ConcurrencyLimit(LimitedRequestBodyReader.MOST_AT_ONCE, ExplanationLimiter.BUSY);
    private final ConcurrencyLimit waiting = new ConcurrencyLimit(MOST_WAITING, ExplanationLimiter.BUSY);

    ExplainController(JsonPodReader pods, ExplanationService explanations, AccessGuard guard, ExplanationLimiter gate) {
        this.pods = pods;
        this.explanations = explanations;
        this.guard = guard;
        this.gate = gate;
    }

    /**
     * Returns a profile's verdict on every node for the pod in the body, which may have any content type.
     *
     * @param profile by default the one that the pod's schedulerName names, else {@code edgewise}
     */
    @PostMapping(path = "/api/v1/explain", consumes = MediaType.ALL_VALUE)
    @OnAnyReplica(from = "what it watches, and the signals that it follows")
    @ChecksCallerItself(by = "get pods in each namespace that the pod concerns")
    @NotAudited(because = "it changes nothing")
    ExplainResponse explain(
            @RequestParam(required = false) @Nullable String profile,
            @RequestHeader(name = HttpHeaders.AUTHORIZATION, required = false) @Nullable String authorization,
            HttpServletRequest request)
            throws IOException {
        return explanations.explain(admitted(authorization, request), profile);
    }

    /** Returns the verdicts as text of at most 20 lines, for people. */
    @PostMapping(path = "/api/v1/explain", consumes = MediaType.ALL_VALUE, produces = TEXT)
    @OnAnyReplica(from = "what it watches, and the signals that it follows")
    @ChecksCallerItself(by = "get pods in each namespace that the pod concerns")
    @NotAudited(because = "it changes nothing")
    String summarize(
            @RequestParam(required = false) @Nullable String profile,
            @RequestHeader(name = HttpHeaders.AUTHORIZATION, required = false) @Nullable String authorization,
            HttpServletRequest request)
            throws IOException {
        return text(explanations.summarize(admitted(authorization, request), profile));
    }

    private Pod admitted(@Nullable String authorization, HttpServletRequest request) throws IOException {
        guard.authenticate(authorization);
        byte[] bytes = sending.take(() -> {
            byte[] body = LimitedRequestBodyReader.read(request, LARGEST_POD);
            gate.enter(request);
            return body;
        });
        Pod pod = pods.read(new String(bytes, UTF_8));
        for (Permission needed : NeededPermissions.toExplain(pod)) {
            guard.require(authorization, needed);
        }
        return pod;
    }

    /** The pod's last decision as it was recorded and, if it waits, what holds now. */
    @GetMapping("/api/v1/explain/{namespace}/{pod}")
    @OnLeader
    @ChecksCallerItself(by = "get pods in the namespace")
    ExplainedPodResponse explain(
            @PathVariable String namespace,
            @PathVariable String pod,
            @RequestHeader(name = HttpHeaders.AUTHORIZATION, required = false) @Nullable String authorization,
            HttpServletRequest request) {
        return explanations.explain(admitted(namespace, pod, authorization, request));
    }

    /** Returns the explanation as text of at most 20 lines, for people. */
    @GetMapping(path = "/api/v1/explain/{namespace}/{pod}", produces = TEXT)
    @OnLeader
    @ChecksCallerItself(by = "get pods in the namespace")
    String summarize(
            @PathVariable String namespace,
            @PathVariable String pod,
            @RequestHeader(name = HttpHeaders.AUTHORIZATION, required = false) @Nullable String authorization,
            HttpServletRequest request) {
        return text(explanations.summarize(admitted(namespace, pod, authorization, request)));
    }

    private PodKey admitted(String namespace, String pod, @Nullable String authorization, HttpServletRequest request) {
        guard.require(authorization, NeededPermissions.getPods(namespace));
        waiting.take(() -> {
            gate.enter(request);
            return request;
        });
        return new PodKey(namespace, pod);
    }

    private static String text(List<String> lines) {
        return String.join("\n", lines) + "\n";
    }
}
