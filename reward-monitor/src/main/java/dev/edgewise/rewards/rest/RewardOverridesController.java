package dev.edgewise.rewards.rest;

import dev.edgewise.common.security.AccessGuard;
import dev.edgewise.common.security.ChecksCallerItself;
import dev.edgewise.common.web.InvalidInputException;
import dev.edgewise.common.web.LimitedRequestBodyReader;
import dev.edgewise.common.web.OnLeader;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.time.Clock;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.json.JsonMapper;

/** Forgets and pins rewards, for callers that may delete and update rewards in the namespace of the type. */
@RestController
@OnLeader
@RequestMapping("/api/v1/rewards/{type}")
class RewardOverridesController {
    private static final Logger LOG = LoggerFactory.getLogger(RewardOverridesController.class);
    private static final int LARGEST_BODY = 4 * 1024;

    private final LeaderLearnerAccess learners;
    private final AccessGuard guard;
    private final Clock clock;
    private final JsonMapper json;

    RewardOverridesController(LeaderLearnerAccess learners, AccessGuard guard, Clock clock, JsonMapper json) {
        this.learners = learners;
        this.guard = guard;
        this.clock = clock;
        this.json = json;
    }

    /** Forgets a type on all nodes. */
    @DeleteMapping
    @ChecksCallerItself(by = "delete rewards in the namespace of the type")
    ResponseEntity<Void> forget(
            @PathVariable String type,
            @RequestHeader(name = HttpHeaders.AUTHORIZATION, required = false) @Nullable String authorization) {
        return forgetOn(type, null, authorization);
    }

    /** Forgets a type on a node. */
    @DeleteMapping("/{node}")
    @ChecksCallerItself(by = "delete rewards in the namespace of the type")
    ResponseEntity<Void> forget(
            @PathVariable String type,
            @PathVariable String node,
            @RequestHeader(name = HttpHeaders.AUTHORIZATION, required = false) @Nullable String authorization) {
        return forgetOn(type, node, authorization);
    }

    private ResponseEntity<Void> forgetOn(String type, @Nullable String node, @Nullable String authorization) {
        learners.requireLearner();
        guard.require(authorization, RewardPermissions.ofType("delete", type));
        if (!learners.learner().forget(type, node, clock.instant())) {
            throw node == null ? RewardsController.unknown(type) : RewardsController.unknown(type, node);
        }
        LOG.info("Forgot learned outcomes; type={} node={}", type, node == null ? "all" : node);
        return learners.changed();
    }

    /**
     * A value that operators set.
     *
     * @param value 0..1
     * @param until time from which the learned value counts again, within 3650 days; null: never
     */
    record PinRequest(@Nullable Double value, @Nullable Instant until) {}

    @PutMapping(path = "/{node}/pin", consumes = MediaType.APPLICATION_JSON_VALUE)
    @ChecksCallerItself(by = "update rewards in the namespace of the type")
    ResponseEntity<Void> pin(
            @PathVariable String type,
            @PathVariable String node,
            @RequestHeader(name = HttpHeaders.AUTHORIZATION, required = false) @Nullable String authorization,
            HttpServletRequest request)
            throws IOException {
        learners.requireLearner();
        guard.require(authorization, RewardPermissions.ofType("update", type));
        PinRequest pin = LimitedRequestBodyReader.read(request, LARGEST_BODY, json, PinRequest.class);
        if (pin.value() == null) {
            throw new InvalidInputException("value", "missing", "a number in 0..1");
        }
        learners.learner().pin(type, node, pin.value(), pin.until(), clock.instant());
        LOG.info("Pinned a reward; type={} node={} value={} until={}", type, node, pin.value(), pin.until());
        return learners.changed();
    }

    @DeleteMapping("/{node}/pin")
    @ChecksCallerItself(by = "update rewards in the namespace of the type")
    ResponseEntity<Void> unpin(
            @PathVariable String type,
            @PathVariable String node,
            @RequestHeader(name = HttpHeaders.AUTHORIZATION, required = false) @Nullable String authorization) {
        learners.requireLearner();
        guard.require(authorization, RewardPermissions.ofType("update", type));
        learners.learner().pin(type, node, null, null, clock.instant());
        LOG.info("Unpinned a reward; type={} node={}", type, node);
        return learners.changed();
    }
}
