package dev.edgewise.scheduler.decisions;

import dev.edgewise.common.security.AccessGuard;
import dev.edgewise.common.security.ChecksCallerItself;
import dev.edgewise.common.security.Permission;
import dev.edgewise.common.web.OnLeader;
import dev.edgewise.common.web.Page;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Lists the latest decisions. */
@RestController
@OnLeader
class DecisionsController {
    private final DecisionHistory history;
    private final AccessGuard guard;

    DecisionsController(DecisionHistory history, AccessGuard guard) {
        this.history = history;
        this.guard = guard;
    }

    /**
     * Returns decisions, newest first, of one namespace, pod, profile or outcome if these are given. The caller must be
     * allowed to get pods in that namespace, and without one to list pods in the whole cluster.
     */
    @GetMapping("/api/v1/decisions")
    @ChecksCallerItself(by = "get pods in the namespace asked for")
    Page<DecisionResponse> list(
            @RequestParam(defaultValue = "100") int limit,
            @RequestParam(name = "continue", required = false) @Nullable String after,
            @RequestParam(required = false) @Nullable String namespace,
            @RequestParam(required = false) @Nullable String pod,
            @RequestParam(required = false) @Nullable String profile,
            @RequestParam(required = false) @Nullable String outcome,
            @RequestHeader(name = HttpHeaders.AUTHORIZATION, required = false) @Nullable String authorization) {
        guard.require(authorization, new Permission(namespace == null ? "list" : "get", "", "pods", namespace));
        DecisionFilter filter = new DecisionFilter(namespace, pod, profile, outcome);
        DecisionPosition position = after == null ? null : DecisionPosition.parse(after);
        return Page.of(
                history.before(position).filter(filter::accepts),
                limit,
                decision -> decision.position().toString(),
                DecisionResponse::of);
    }
}
