package dev.edgewise.rewards.rest;

import dev.edgewise.common.security.AccessGuard;
import dev.edgewise.common.security.CallerPodResolver;
import dev.edgewise.common.security.CallerPodResolver.BoundPod;
import dev.edgewise.common.security.ChecksCallerItself;
import dev.edgewise.common.security.NotAudited;
import dev.edgewise.common.security.SecurityProperties;
import dev.edgewise.common.web.ConcurrencyLimit;
import dev.edgewise.common.web.InvalidInputException;
import dev.edgewise.common.web.LimitedRequestBodyReader;
import dev.edgewise.common.web.OnLeader;
import dev.edgewise.rewards.cluster.WatchedNodesAndPods;
import dev.edgewise.rewards.learning.facts.PodFacts;
import dev.edgewise.rewards.learning.facts.PushedOutcome;
import dev.edgewise.rewards.outcomes.OutcomeCause;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.time.Clock;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.json.JsonMapper;

/**
 * Takes outcomes that applications report: of a pod by itself, or of any pod of a namespace by callers that may create
 * rewards there.
 */
@RestController
@OnLeader
class OutcomesController {
    private static final int LARGEST_BODY = 4 * 1024;

    private final LeaderLearnerAccess learners;
    private final WatchedNodesAndPods table;
    private final AccessGuard guard;
    private final Optional<CallerPodResolver> tokens;
    private final Clock clock;
    private final JsonMapper json;
    private final ConcurrencyLimit sending =
            new ConcurrencyLimit(LimitedRequestBodyReader.MOST_AT_ONCE, "Other outcomes are being sent");

    OutcomesController(
            LeaderLearnerAccess learners,
            WatchedNodesAndPods table,
            AccessGuard guard,
            CallerPodResolver tokens,
            SecurityProperties security,
            Clock clock,
            JsonMapper json) {
        this.learners = learners;
        this.table = table;
        this.guard = guard;
        this.tokens = security.reviewsTokens() ? Optional.of(tokens) : Optional.empty();
        this.clock = clock;
        this.json = json;
    }

    /**
     * The report of an application.
     *
     * @param pod {@code namespace/name}
     * @param value value from 0, as bad as a failure, to 1
     * @param cause reason for people; may be left out
     * @param key idempotency key: the first outcome of the pod with a key within 10 min counts, and each one without a
     *     key
     */
    record OutcomeRequest(@Nullable String pod, @Nullable Double value, @Nullable String cause, @Nullable String key) {}

    /**
     * The outcome that was taken.
     *
     * @param key key of the report; null without one
     * @param counted false: an outcome with this key was counted before
     */
    record OutcomeResponse(String type, String node, double value, @Nullable String key, boolean counted) {}

    /** Takes an outcome of a pod; it is stored within a second. */
    @PostMapping(path = "/api/v1/rewards", consumes = MediaType.APPLICATION_JSON_VALUE)
    @ChecksCallerItself(by = "a token of the pod, or create rewards in its namespace")
    @NotAudited(because = "applications report each outcome")
    @ResponseStatus(HttpStatus.ACCEPTED)
    OutcomeResponse report(
            @RequestHeader(name = HttpHeaders.AUTHORIZATION, required = false) @Nullable String authorization,
            HttpServletRequest request)
            throws IOException {
        learners.requireLearner();
        guard.authenticate(authorization);
        OutcomeRequest report = sending.take(
                () -> LimitedRequestBodyReader.readLenient(request, LARGEST_BODY, json, OutcomeRequest.class));
        PodFacts pod = allowed(String.valueOf(report.pod()), authorization);
        if (report.value() == null) {
            throw new InvalidInputException("value", "missing", "a number in 0..1");
        }
        String why = Objects.requireNonNullElse(report.cause(), "");
        Instant now = clock.instant();
        PushedOutcome outcome = new PushedOutcome(
                pod.uid(), report.key(), pod.type(), pod.node(), report.value(), OutcomeCause.PUSHED, why, now);
        boolean counted = learners.learner().push(outcome, now);
        return new OutcomeResponse(pod.type(), pod.node(), report.value(), report.key(), counted);
    }

    /** Returns the pod for which the caller may report; other callers do not learn whether it exists. */
    private PodFacts allowed(String name, @Nullable String authorization) {
        if (!name.matches("[^/]+/[^/]+")) {
            throw new InvalidInputException("pod", name, "namespace/name of a pod");
        }
        Optional<PodFacts> pod = table.find(name);
        Optional<BoundPod> caller = tokens.flatMap(known -> known.podOf(authorization));
        boolean own = pod.isPresent()
                && caller.isPresent()
                && caller.get().uid().equals(pod.get().uid())
                && name.equals(caller.get().namespace() + "/" + caller.get().name());
        if (!own) {
            guard.require(authorization, RewardPermissions.of("create", name.substring(0, name.indexOf('/'))));
        }
        return pod.filter(found -> !found.node().isEmpty())
                .orElseThrow(() -> new InvalidInputException("pod", name, "one that exists and is bound to a node"));
    }
}
