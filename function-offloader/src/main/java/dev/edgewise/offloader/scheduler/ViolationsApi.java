package dev.edgewise.offloader.scheduler;

import dev.edgewise.common.web.Page;
import dev.edgewise.offloader.plan.MoveCause;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.service.annotation.GetExchange;

/** The lists of scheduler-service. */
interface ViolationsApi {
    /** A pod, as {@link Violation} has it. */
    record Item(
            String pod, String uid, String node, String reason, @Nullable Double severity, @Nullable String backup) {
        Violation of(MoveCause cause) {
            return new Violation(cause, pod, uid, node, reason, severity, backup);
        }
    }

    /**
     * Pods whose delay needs are broken: namespaces take turns, each with its worst first.
     *
     * @param after what the part before has returned; null for the first
     */
    @GetExchange("/api/v1/violations")
    Page<Item> violations(
            @RequestParam int limit, @RequestParam(name = "continue", required = false) @Nullable String after);

    /**
     * Pods on nodes that are in quarantine for their type: namespaces take turns, each with its worst first.
     *
     * @param after what the part before has returned; null for the first
     */
    @GetExchange("/api/v1/quarantine")
    Page<Item> quarantine(
            @RequestParam int limit, @RequestParam(name = "continue", required = false) @Nullable String after);
}
