package dev.edgewise.offloader.rounds.negotiation;

import dev.edgewise.common.signal.energy.EnergyLevel;
import dev.edgewise.offloader.cluster.CandidatePod;
import dev.edgewise.offloader.cluster.ClusterSnapshot;
import dev.edgewise.offloader.cluster.PlanningInput;
import dev.edgewise.offloader.plan.MoveCause;
import dev.edgewise.offloader.plan.MoveDecision;
import dev.edgewise.offloader.plan.MovePlan;
import dev.edgewise.offloader.plan.MovePlanner;
import dev.edgewise.offloader.plan.MoveProposal;
import dev.edgewise.offloader.plan.MoveProposalFinder;
import dev.edgewise.offloader.policies.Policy;
import dev.edgewise.offloader.rounds.violations.KnownViolations;
import dev.edgewise.offloader.rounds.violations.ViolatedPodFinder;
import dev.edgewise.offloader.safety.ConsecutiveReadings;
import dev.edgewise.offloader.safety.MovablePod;
import dev.edgewise.offloader.safety.MoveLimitTracker;
import dev.edgewise.offloader.safety.MoveRefusal;
import dev.edgewise.offloader.safety.MoveRefusal.Reason;
import dev.edgewise.offloader.safety.SafetyRules;
import dev.edgewise.offloader.safety.SafetySettings;
import dev.edgewise.offloader.scheduler.PlacementSimulator;
import dev.edgewise.offloader.scheduler.SchedulerUnavailableException;
import dev.edgewise.offloader.scheduler.ViolationSource;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Makes plans of what the policy wants, as far as safety lets it and the scheduler agrees. It remembers nothing: see
 * {@link PlanningState}. Safe for many threads.
 */
public final class PlanGenerator {
    private final MoveLimitTracker gate;
    private final double minGain;
    private final PlacementSimulator scheduler;
    private final ViolationSource violations;

    public PlanGenerator(
            MoveLimitTracker gate, SafetySettings settings, PlacementSimulator scheduler, ViolationSource violations) {
        this.gate = gate;
        this.minGain = settings.minGain();
        this.scheduler = scheduler;
        this.violations = violations;
    }

    /**
     * The outcome of a round or a preview.
     *
     * @param made null if the scheduler was to be asked and did not answer
     * @param trouble why there is no plan, for people; null if there is one
     * @param next the state that the next round is to begin with: readings count even without a plan
     * @param calls to the scheduler
     */
    public record Planned(@Nullable MovePlan made, @Nullable String trouble, PlanningState next, int calls) {
        MovePlan plan() throws PlanUnavailableException {
            if (made == null) {
                throw new PlanUnavailableException(String.valueOf(trouble));
            }
            return made;
        }
    }

    /**
     * The findings of a look.
     *
     * @param calls to the scheduler
     */
    public record Looked(PlanningState next, int calls) {}

    /** The things that a plan is made of, at one moment. */
    private record Moment(
            PlanningState state,
            ClusterSnapshot cluster,
            PlanningInput input,
            MovePlanner planner,
            CountingSchedulerClient calls) {
        SafetyRules rules() {
            return planner.rules();
        }

        KnownViolations violations() {
            return state.violations();
        }
    }

    /**
     * Makes a plan for what is there now.
     *
     * @param state what the rounds before left
     * @param now reading of a monotonic clock, in ns
     */
    public Planned plan(
            PlanningState state,
            ClusterSnapshot cluster,
            PlanningInput input,
            Policy policy,
            PlanRunMode purpose,
            long now) {
        CountingSchedulerClient calls = new CountingSchedulerClient(scheduler, violations);
        PlanningState last = state;
        try {
            MovePlanner planner = new MovePlanner(gate.rules(state.readings()), minGain, state.refusals());
            EnergyLevelProposals.Answered energy =
                    energyProposals(planner, state.order(), input, policy, cluster.byUid(), calls, now);
            if (purpose == PlanRunMode.ROUND) {
                planner = planner.read(
                        input.fleet(),
                        List.of(energy.proposals(), state.violations().proposals()),
                        state.violations()::looks);
            }
            last = state.counted(planner.rules().readings(), energy.next());
            return negotiate(new Moment(last, cluster, input, planner, calls), energy.proposals(), purpose, now);
        } catch (SchedulerUnavailableException e) {
            return new Planned(null, e.getMessage(), last, calls.count());
        }
    }

    private static Planned negotiate(Moment moment, Map<String, MoveProposal> energy, PlanRunMode purpose, long now)
            throws SchedulerUnavailableException {
        Map<String, MoveProposal> proposals = proposals(energy, moment);
        PlanNegotiation.Question question = new PlanNegotiation.Question(
                moment.input().fleet(), proposals, moment.cluster().byUid(), purpose, now);
        PlanNegotiation negotiation = new PlanNegotiation(
                moment.planner(), moment.calls(), question, unconfirmed(proposals, moment.violations()));
        MovePlan plan = negotiation.plan(moment.rules().movedLately(now));
        KnownViolations found = purpose == PlanRunMode.ROUND ? look(moment, plan) : moment.violations();
        PlanningState next = moment.state().with(found).refused(negotiation.refusedTargets(), now);
        MovePlan explained = plan.withStays(decision -> whyStays(decision, found, moment.rules()));
        return new Planned(explained, null, next, moment.calls().count());
    }

    /** Keeps the workload of a pod that had to leave its node from returning to it for its energy, for a while. */
    public void begins(MoveDecision decision, long now) {
        if (decision.cause() != null && decision.cause().isViolation()) {
            gate.leave(decision.pod().workload(), decision.pod().node(), now);
        }
    }

    /** Refuses moves for violations of a round ago, which may be over by now. */
    private static Map<String, MoveRefusal> unconfirmed(
            Map<String, MoveProposal> proposals, KnownViolations violations) {
        Map<String, MoveRefusal> refused = new HashMap<>();
        proposals.forEach((uid, proposal) -> {
            MoveCause cause = proposal.cause();
            if (cause.isViolation() && violations.isUnconfirmed(cause)) {
                String why = violations.trouble(cause).orElse("there was no plan in the last round");
                refused.put(uid, new MoveRefusal(Reason.STALE_READING, unknown(cause) + why));
            }
        });
        return refused;
    }

    private static String unknown(MoveCause cause) {
        return cause == MoveCause.DELAY
                ? "whether its delay need is still broken is not known: "
                : "whether its node is still in quarantine for its type is not known: ";
    }

    /** Says why a pod stays that the scheduler would not place there, and that nothing is wanted for. */
    private static MoveDecision whyStays(MoveDecision decision, KnownViolations violations, SafetyRules rules) {
        String why = violations.whyNoProposal(decision.pod().uid());
        if (why == null) {
            return decision;
        }
        return rules.neverMoves(decision.pod())
                .map(refusal -> MoveDecision.held(decision.pod(), refusal))
                .orElseGet(() -> new MoveDecision(decision.pod(), null, why, null, null));
    }

    /** Finds the pods that the scheduler would not place where they run, without a plan for others. */
    public Looked look(PlanningState state, ClusterSnapshot cluster) {
        CountingSchedulerClient calls = new CountingSchedulerClient(scheduler, violations);
        KnownViolations found =
                new ViolatedPodFinder(state.violations(), calls, calls).look(cluster, Set.of(), pod -> true);
        return new Looked(state.with(found), calls.count());
    }

    private static KnownViolations look(Moment moment, MovePlan plan) {
        Set<String> moving = plan.moves().map(decision -> decision.pod().uid()).collect(Collectors.toSet());
        Set<String> broken = moment.violations().uids();
        Set<String> never = moment.input().fleet().pods().stream()
                .filter(pod -> broken.contains(pod.uid())
                        && moment.rules().neverMoves(pod).isPresent())
                .map(MovablePod::uid)
                .collect(Collectors.toSet());
        return new ViolatedPodFinder(moment.violations(), moment.calls(), moment.calls())
                .look(moment.cluster(), moving, pod -> !never.contains(pod.uid()));
    }

    /**
     * Adds the violations to what energy wants: they come first, unless they may be over, or more readings in a row
     * speak for energy.
     */
    private static Map<String, MoveProposal> proposals(Map<String, MoveProposal> energy, Moment moment) {
        Map<String, MoveProposal> proposals = new LinkedHashMap<>(energy);
        KnownViolations violations = moment.violations();
        ConsecutiveReadings readings = moment.rules().readings();
        violations.proposals().forEach((uid, proposal) -> {
            MoveCause cause = proposal.cause();
            boolean isSurer = !violations.isUnconfirmed(cause)
                    && readings.row(uid, cause.name()) >= readings.row(uid, MoveCause.ENERGY.name());
            if (isSurer || !energy.containsKey(uid)) {
                proposals.put(uid, proposal);
            }
        });
        return proposals;
    }

    private static EnergyLevelProposals.Answered energyProposals(
            MovePlanner planner,
            CandidateRoundRobin order,
            PlanningInput input,
            Policy policy,
            Map<String, CandidatePod> pods,
            PlacementSimulator whatIf,
            long now)
            throws SchedulerUnavailableException {
        Map<String, MoveProposal> planned = policy.planner().isPresent()
                ? MoveProposalFinder.of(policy.planner().get(), input.fleet())
                : Map.of();
        EnergyLevel least = policy.leastLevel().orElse(EnergyLevel.POWERLESS);
        EnergyLevelProposals.Answered levels =
                new EnergyLevelProposals(input, pods, least, order).proposals(planned, planner, whatIf, now);
        Map<String, MoveProposal> proposals = new LinkedHashMap<>(planned);
        proposals.putAll(levels.proposals());
        return new EnergyLevelProposals.Answered(proposals, levels.next());
    }

    /**
     * Checks a move that a person asks for.
     *
     * @param target null for wherever the scheduler would place it
     */
    public MoveDecision requested(
            String pod, @Nullable String target, ClusterSnapshot cluster, PlanningInput input, long now)
            throws MoveRefusedException, SchedulerUnavailableException {
        return new RequestedMoveDecider(gate, scheduler, pod, cluster, input).decision(target, cluster, now);
    }
}
