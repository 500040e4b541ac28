package dev.edgewise.global.web;

import dev.edgewise.common.security.RequiresPermission;
import dev.edgewise.common.web.ConcurrencyLimit;
import dev.edgewise.common.web.InvalidInputException;
import dev.edgewise.common.web.OnAnyReplica;
import dev.edgewise.common.web.Page;
import dev.edgewise.global.adaptive.AdaptivePolicy;
import dev.edgewise.global.adaptive.AdaptiveResponses;
import dev.edgewise.global.adaptive.AdaptiveResponses.DecisionResponse;
import dev.edgewise.global.adaptive.AdaptiveResponses.EvaluationResponse;
import dev.edgewise.global.adaptive.AdaptiveResponses.StateResponse;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Shows what the adaptive policy has learned, exports its decisions, and evaluates others by them. */
@RestController
@OnAnyReplica(from = "the requests that this replica has decided about")
@RequestMapping("/api/v1/adaptive")
class AdaptiveController {
    private final AdaptivePolicy policy;
    private final ConcurrencyLimit evaluating = new ConcurrencyLimit(1, "Decisions are being evaluated");

    AdaptiveController(AdaptivePolicy policy) {
        this.policy = policy;
    }

    @GetMapping
    @RequiresPermission(verb = "list", resource = "globalrequests", everywhere = true)
    StateResponse state() {
        return AdaptiveResponses.state(policy);
    }

    /**
     * Decisions with their outcomes, the latest first.
     *
     * @param skip how many of the latest are left out: the {@code continue} of the page before
     */
    @GetMapping("/decisions")
    @RequiresPermission(verb = "list", resource = "globalrequests", everywhere = true)
    Page<DecisionResponse> decisions(
            @RequestParam(defaultValue = "100") int limit,
            @RequestParam(name = "continue", defaultValue = "0") int skip) {
        if (skip < 0) {
            throw new InvalidInputException("continue", skip, "that of the page before");
        }
        return AdaptiveResponses.decisions(policy, limit, skip);
    }

    /**
     * The mean reward that each policy alone would have had: by IPS, SNIPS and doubly robust, with intervals of 95 %.
     */
    @GetMapping("/evaluation")
    @RequiresPermission(verb = "list", resource = "globalrequests", everywhere = true)
    EvaluationResponse evaluation() {
        return evaluating.take(() -> AdaptiveResponses.evaluation(policy));
    }
}
