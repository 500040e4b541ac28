package dev.edgewise.offloader.web;

import dev.edgewise.common.WriteGate;
import dev.edgewise.common.security.NotAudited;
import dev.edgewise.common.security.RequiresPermission;
import dev.edgewise.common.signal.publish.WriterElection;
import dev.edgewise.common.time.Ticker;
import dev.edgewise.common.web.InvalidInputException;
import dev.edgewise.common.web.OnLeader;
import dev.edgewise.offloader.policies.Policy;
import dev.edgewise.offloader.rounds.LatestPlan;
import dev.edgewise.offloader.rounds.OffloadLoop;
import dev.edgewise.offloader.rounds.PlanReport;
import dev.edgewise.offloader.rounds.negotiation.PlanUnavailableException;
import dev.edgewise.offloader.rounds.pause.PauseState;
import dev.edgewise.offloader.settings.OffloaderProperties;
import dev.edgewise.offloader.web.PlanResponse.State;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Shows what is to be moved, and why the rest stays. */
@RestController
@OnLeader
@RequestMapping("/api/v1/plan")
class PlanController {
    private final OffloadLoop offloader;
    private final LatestPlan board;
    private final PauseState pauses;
    private final OffloaderProperties properties;
    private final WriteGate gate;
    private final RequestedPlanCache kept;

    PlanController(
            OffloadLoop offloader,
            LatestPlan board,
            PauseState pauses,
            OffloaderProperties properties,
            WriteGate gate,
            Ticker ticker) {
        this.offloader = offloader;
        this.board = board;
        this.pauses = pauses;
        this.properties = properties;
        this.gate = gate;
        this.kept = new RequestedPlanCache(ticker);
    }

    /** The plan of the last round. */
    @GetMapping
    @RequiresPermission(verb = "get", resource = "offloads")
    PlanResponse last(
            @RequestParam(required = false) @Nullable String namespace,
            @RequestParam(defaultValue = "100") int limit,
            @RequestParam(name = "continue", required = false) @Nullable String after) {
        return PlanResponse.of(
                state(board.trouble().orElse(null)), board.last().orElse(null), namespace, limit, after, "");
    }

    /**
     * Makes the plan that a round would make now; nothing changes by it.
     *
     * @param after of that plan, as {@code continue} of its last page says; null to make one
     */
    @PostMapping
    @RequiresPermission(verb = "get", resource = "offloads")
    @NotAudited(because = "it changes nothing")
    PlanResponse now(
            @RequestParam(required = false) @Nullable String policy,
            @RequestParam(required = false) @Nullable String namespace,
            @RequestParam(defaultValue = "100") int limit,
            @RequestParam(name = "continue", required = false) @Nullable String after)
            throws PlanUnavailableException {
        WriterElection.of(gate).requireNoOther();
        String name = policy == null ? properties.policy() : policy;
        Policy chosen =
                Policy.find(name).orElseThrow(() -> new InvalidInputException("policy", name, Policy.allowed()));
        if (after == null) {
            PlanReport made = kept.keep(offloader.planNow(chosen));
            return PlanResponse.of(state(null), made, namespace, limit, null, RequestedPlanCache.prefix(made));
        }
        PlanReport same = kept.find(chosen, after);
        String prefix = RequestedPlanCache.prefix(same);
        return PlanResponse.of(state(null), same, namespace, limit, after.substring(prefix.length()), prefix);
    }

    private State state(@Nullable String trouble) {
        return new State(
                properties.policy(),
                properties.dryRun(),
                pauses.lastKnown().orElse(null),
                gate.isOpen(),
                trouble,
                board.violationTrouble().orElse(null));
    }
}
