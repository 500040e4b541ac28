package dev.edgewise.offloader.plan;

import dev.edgewise.offloader.planning.PlanningView;
import dev.edgewise.offloader.safety.ConsecutiveReadings;
import dev.edgewise.offloader.safety.MovablePod;
import dev.edgewise.offloader.safety.MoveRefusal;
import dev.edgewise.offloader.safety.MoveRefusal.Reason;
import dev.edgewise.offloader.safety.SafetyRules;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Puts what is wanted through the safety rules. Immutable.
 *
 * @param minGain percent points of charge that a target must have more
 * @param refusals targets that the scheduler refused lately
 */
public record MovePlanner(SafetyRules rules, double minGain, RefusedTargets refusals) {
    /**
     * Returns the planner after what a round wants was counted for the rule that several readings in a row must agree.
     *
     * @param proposals by UID of the pods that are better elsewhere; of a pod there may be several, of several causes
     * @param looks how often it was looked, for each cause, which pods the scheduler would not place where they run
     */
    public MovePlanner read(
            PlanningSnapshot fleet, List<Map<String, MoveProposal>> proposals, ToLongFunction<MoveCause> looks) {
        Map<String, Set<String>> wanted = new HashMap<>();
        proposals.forEach(each -> each.forEach((uid, proposal) -> {
            if (proposal.gain() >= minGain) {
                wanted.computeIfAbsent(uid, first -> new HashSet<>())
                        .add(proposal.cause().name());
            }
        }));
        Map<String, String> nodes = new HashMap<>();
        fleet.pods().forEach(pod -> nodes.put(pod.uid(), pod.node()));
        ConsecutiveReadings counted = rules.readings()
                .read(
                        wanted,
                        nodes.keySet(),
                        (uid, cause) -> MoveCause.valueOf(cause).isViolation()
                                ? Long.valueOf(looks.applyAsLong(MoveCause.valueOf(cause)))
                                : fleet.readings().get(nodes.get(uid)));
        return new MovePlanner(rules.with(counted), minGain, refusals);
    }

    /**
     * Makes the plan. Namespaces take turns, as moves are rationed, each with its worst broken delay needs first, then
     * pods of powerless nodes, those in quarantine, and the rest by their nodes' charge.
     *
     * @param proposals by UID of the pods that are better elsewhere
     * @param refused by UID of the pods that the scheduler would not place on their targets now: others have what they
     *     would take
     * @param sure whether pods need not have been wanted for long
     * @param now reading of a monotonic clock, in ns
     */
    public MovePlan plan(
            PlanningSnapshot fleet,
            Map<String, MoveProposal> proposals,
            Map<String, MoveRefusal> refused,
            boolean sure,
            long now) {
        SafetyRules.Trial trial = rules.trial(sure);
        List<MovablePod> pods = fleet.pods();
        List<MoveDecision> stays = new ArrayList<>(pods.size());
        @Nullable MoveProposal[] wanted = new @Nullable MoveProposal[pods.size()];
        @Nullable String[] whyByHost = new @Nullable String[fleet.view().nodes().size()];
        for (int function = 0; function < wanted.length; function++) {
            wanted[function] = proposals.get(pods.get(function).uid());
            if (wanted[function] == null) {
                stays.add(stays(fleet, function, whyByHost));
            }
        }
        List<MoveDecision> decisions = new ArrayList<>(pods.size());
        new NamespaceFairOrder(fleet, wanted, trial.attempts(now)).forEach(function -> {
            MovablePod pod = pods.get(function);
            MoveDecision decision = decision(pod, wanted[function], refused.get(pod.uid()), trial, now);
            decisions.add(decision);
            return decision.moves();
        });
        decisions.addAll(stays);
        return new MovePlan(decisions);
    }

    /** @param whyByHost what was said of the pods of each node: most stay, and for the same reason */
    private static MoveDecision stays(PlanningSnapshot fleet, int function, @Nullable String[] whyByHost) {
        PlanningView view = fleet.view();
        if (function >= view.functions().size()) {
            return new MoveDecision(fleet.pods().get(function), null, "no policy moves it", null, null);
        }
        int host = view.functions().get(function).host();
        String why = whyByHost[host];
        if (why == null) {
            why = MoveProposalFinder.charge(view.nodes().get(host)) + ": the policy wants it on no other node";
            whyByHost[host] = why;
        }
        return new MoveDecision(fleet.pods().get(function), null, why, null, null);
    }

    /**
     * Returns why the pod would not move for that want, whatever safety says: another target may do; empty if nothing
     * is known against it.
     */
    public Optional<MoveRefusal> objection(MovablePod pod, MoveProposal proposal, long now) {
        return gainTooSmall(proposal)
                .or(() -> proposal.cause() == MoveCause.ENERGY
                        ? rules.checkReturn(pod.workload(), proposal.target(), now)
                        : Optional.empty())
                .or(() -> refusals.of(pod.uid(), proposal.target(), now));
    }

    private MoveDecision decision(
            MovablePod pod, MoveProposal proposal, @Nullable MoveRefusal refused, SafetyRules.Trial trial, long now) {
        MoveRefusal refusal = Optional.ofNullable(refused)
                .or(() -> objection(pod, proposal, now))
                .or(() -> trial.request(pod, proposal.cause().name(), proposal.target(), now))
                .orElse(null);
        // A decision names no better node if its charge is no higher.
        String target = refusal != null && proposal.gain() <= 0 ? null : proposal.target();
        return new MoveDecision(pod, target, proposal.why(), proposal.cause(), refusal);
    }

    private Optional<MoveRefusal> gainTooSmall(MoveProposal proposal) {
        return proposal.gain() >= minGain
                ? Optional.empty()
                : Optional.of(new MoveRefusal(
                        Reason.GAIN_TOO_SMALL,
                        String.format(
                                Locale.ROOT,
                                "%s has %.1f percentage points %s: pods are moved for %.1f or more",
                                proposal.target(),
                                Math.abs(proposal.gain()),
                                proposal.gain() < 0 ? "less" : "more",
                                minGain)));
    }
}
