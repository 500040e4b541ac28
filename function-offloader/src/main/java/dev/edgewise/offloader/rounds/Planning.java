package dev.edgewise.offloader.rounds;

import dev.edgewise.common.signal.energy.EnergyLevel;
import dev.edgewise.offloader.cluster.CandidatePod;
import dev.edgewise.offloader.cluster.ClusterSnapshot;
import dev.edgewise.offloader.cluster.Situation;
import dev.edgewise.offloader.plan.Cause;
import dev.edgewise.offloader.plan.MovePlan;
import dev.edgewise.offloader.plan.MovePlanner;
import dev.edgewise.offloader.plan.Verdict;
import dev.edgewise.offloader.plan.Want;
import dev.edgewise.offloader.plan.Wants;
import dev.edgewise.offloader.policies.Policy;
import dev.edgewise.offloader.safety.ConsecutiveReadings;
import dev.edgewise.offloader.safety.MovablePod;
import dev.edgewise.offloader.safety.Refusal;
import dev.edgewise.offloader.safety.Refusal.Reason;
import dev.edgewise.offloader.safety.SafetyGate;
import dev.edgewise.offloader.safety.SafetyRules;
import dev.edgewise.offloader.safety.SafetySettings;
import dev.edgewise.offloader.scheduler.SchedulerUnavailableException;
import dev.edgewise.offloader.scheduler.Violations;
import dev.edgewise.offloader.scheduler.WhatIf;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Makes plans of what the policy wants, as far as safety lets it and the scheduler agrees. It remembers nothing: see {@link PlanningState}. Safe for many threads. */
final class Planning {
    private final SafetyGate gate;
    private final double minGain;
    private final WhatIf scheduler;
    private final Violations violations;

    Planning(SafetyGate gate, SafetySettings settings, WhatIf scheduler, Violations violations) {
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
    record Planned(@Nullable MovePlan made, @Nullable String trouble, PlanningState next, int calls) {
        MovePlan plan() throws NoPlanException {
            if (made == null) {
                throw new NoPlanException(String.valueOf(trouble));
            }
            return made;
        }
    }

    /**
     * The findings of a look.
     *
     * @param calls to the scheduler
     */
    record Looked(PlanningState next, int calls) {}

    /** The things that a plan is made of, at one moment. */
    private record Moment(
            PlanningState state, ClusterSnapshot cluster, Situation situation, MovePlanner planner, CallCounter calls) {
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
    Planned plan(
            PlanningState state,
            ClusterSnapshot cluster,
            Situation situation,
            Policy policy,
            Purpose purpose,
            long now) {
        CallCounter calls = new CallCounter(scheduler, violations);
        PlanningState last = state;
        try {
            MovePlanner planner = new MovePlanner(gate.rules(state.readings()), minGain, state.refusals());
            LevelWants.Answered energy =
                    energyWants(planner, state.order(), situation, policy, cluster.byUid(), calls, now);
            if (purpose == Purpose.ROUND) {
                planner = planner.read(
                        situation.fleet(),
                        List.of(energy.wants(), state.violations().wants()),
                        state.violations()::looks);
            }
            last = state.counted(planner.rules().readings(), energy.next());
            return negotiate(new Moment(last, cluster, situation, planner, calls), energy.wants(), purpose, now);
        } catch (SchedulerUnavailableException e) {
            return new Planned(null, e.getMessage(), last, calls.count());
        }
    }

    private static Planned negotiate(Moment moment, Map<String, Want> energy, Purpose purpose, long now)
            throws SchedulerUnavailableException {
        Map<String, Want> wants = wants(energy, moment);
        PlanNegotiation.Question question = new PlanNegotiation.Question(
                moment.situation().fleet(), wants, moment.cluster().byUid(), purpose, now);
        PlanNegotiation negotiation = new PlanNegotiation(
                moment.planner(), moment.calls(), question, unconfirmed(wants, moment.violations()));
        MovePlan plan = negotiation.plan(moment.rules().movedLately(now));
        KnownViolations found = purpose == Purpose.ROUND ? look(moment, plan) : moment.violations();
        PlanningState next = moment.state().with(found).refused(negotiation.refusedTargets(), now);
        MovePlan explained = plan.withStays(verdict -> whyStays(verdict, found, moment.rules()));
        return new Planned(explained, null, next, moment.calls().count());
    }

    /** Keeps the workload of a pod that had to leave its node from returning to it for its energy, for a while. */
    void begins(Verdict verdict, long now) {
        if (verdict.cause() != null && verdict.cause().isViolation()) {
            gate.leave(verdict.pod().workload(), verdict.pod().node(), now);
        }
    }

    /** Refuses moves for violations of a round ago, which may be over by now. */
    private static Map<String, Refusal> unconfirmed(Map<String, Want> wants, KnownViolations violations) {
        Map<String, Refusal> refused = new HashMap<>();
        wants.forEach((uid, want) -> {
            Cause cause = want.cause();
            if (cause.isViolation() && violations.isUnconfirmed(cause)) {
                String why = violations.trouble(cause).orElse("there was no plan in the last round");
                refused.put(uid, new Refusal(Reason.STALE_READING, unknown(cause) + why));
            }
        });
        return refused;
    }

    private static String unknown(Cause cause) {
        return cause == Cause.DELAY
                ? "whether its delay need is still broken is not known: "
                : "whether its node is still in quarantine for its type is not known: ";
    }

    /** Says why a pod stays that the scheduler would not place there, and that nothing is wanted for. */
    private static Verdict whyStays(Verdict verdict, KnownViolations violations, SafetyRules rules) {
        String why = violations.whyNoWant(verdict.pod().uid());
        if (why == null) {
            return verdict;
        }
        return rules.neverMoves(verdict.pod())
                .map(refusal -> Verdict.held(verdict.pod(), refusal))
                .orElseGet(() -> new Verdict(verdict.pod(), null, why, null, null));
    }

    /** Finds the pods that the scheduler would not place where they run, without a plan for others. */
    Looked look(PlanningState state, ClusterSnapshot cluster) {
        CallCounter calls = new CallCounter(scheduler, violations);
        KnownViolations found =
                new ViolationLook(state.violations(), calls, calls).look(cluster, Set.of(), pod -> true);
        return new Looked(state.with(found), calls.count());
    }

    private static KnownViolations look(Moment moment, MovePlan plan) {
        Set<String> moving = plan.moves().map(verdict -> verdict.pod().uid()).collect(Collectors.toSet());
        Set<String> broken = moment.violations().uids();
        Set<String> never = moment.situation().fleet().pods().stream()
                .filter(pod -> broken.contains(pod.uid())
                        && moment.rules().neverMoves(pod).isPresent())
                .map(MovablePod::uid)
                .collect(Collectors.toSet());
        return new ViolationLook(moment.violations(), moment.calls(), moment.calls())
                .look(moment.cluster(), moving, pod -> !never.contains(pod.uid()));
    }

    /** Adds the violations to what energy wants: they come first, unless they may be over, or more readings in a row speak for energy. */
    private static Map<String, Want> wants(Map<String, Want> energy, Moment moment) {
        Map<String, Want> wants = new LinkedHashMap<>(energy);
        KnownViolations violations = moment.violations();
        ConsecutiveReadings readings = moment.rules().readings();
        violations.wants().forEach((uid, want) -> {
            Cause cause = want.cause();
            boolean isSurer = !violations.isUnconfirmed(cause)
                    && readings.row(uid, cause.name()) >= readings.row(uid, Cause.ENERGY.name());
            if (isSurer || !energy.containsKey(uid)) {
                wants.put(uid, want);
            }
        });
        return wants;
    }

    private static LevelWants.Answered energyWants(
            MovePlanner planner,
            RoundRobin order,
            Situation situation,
            Policy policy,
            Map<String, CandidatePod> pods,
            WhatIf whatIf,
            long now)
            throws SchedulerUnavailableException {
        Map<String, Want> planned =
                policy.planner().isPresent() ? Wants.of(policy.planner().get(), situation.fleet()) : Map.of();
        EnergyLevel least = policy.leastLevel().orElse(EnergyLevel.POWERLESS);
        LevelWants.Answered levels = new LevelWants(situation, pods, least, order).wants(planned, planner, whatIf, now);
        Map<String, Want> wants = new LinkedHashMap<>(planned);
        wants.putAll(levels.wants());
        return new LevelWants.Answered(wants, levels.next());
    }

    /**
     * Checks a move that a person asks for.
     *
     * @param target null for wherever the scheduler would place it
     */
    Verdict requested(String pod, @Nullable String target, ClusterSnapshot cluster, Situation situation, long now)
            throws MoveRefusedException, SchedulerUnavailableException {
        return new RequestedMove(gate, scheduler, pod, cluster, situation).verdict(target, cluster, now);
    }
}
