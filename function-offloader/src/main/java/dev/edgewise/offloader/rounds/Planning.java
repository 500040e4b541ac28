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
import dev.edgewise.offloader.safety.MovablePod;
import dev.edgewise.offloader.safety.Refusal;
import dev.edgewise.offloader.safety.Refusal.Reason;
import dev.edgewise.offloader.safety.SafetyGate;
import dev.edgewise.offloader.safety.SafetySettings;
import dev.edgewise.offloader.scheduler.SchedulerUnavailableException;
import dev.edgewise.offloader.scheduler.Violations;
import dev.edgewise.offloader.scheduler.WhatIf;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Makes plans: what the policy wants, as far as safety lets it and the scheduler agrees. For one thread at a time. */
final class Planning {
    /** Rounds without a plan that may be between two that are in a row. */
    private static final int MOST_MISSED = 3;

    private final SafetyGate gate;
    private final MovePlanner planner;
    private final CountedCalls scheduler;
    /** Each kind of question has its own portions: what is too much for one need not be for the others. */
    private final Portions ofLevels;

    private final Portions ofMoves;
    private final Portions ofViolations;
    private final ViolationWatch violations;
    private final AskingTurns turns;
    private int missed;

    /** @param afterRefusal how long a pod that the scheduler would not place on its target lets others go first */
    Planning(SafetyGate gate, SafetySettings settings, Duration afterRefusal, WhatIf scheduler, Violations violations) {
        this.gate = gate;
        this.planner = new MovePlanner(gate, settings.minGain(), afterRefusal);
        this.scheduler = new CountedCalls(scheduler, violations);
        this.ofLevels = new Portions(this.scheduler);
        this.ofMoves = new Portions(this.scheduler);
        this.ofViolations = new Portions(this.scheduler);
        this.violations = new ViolationWatch(this.scheduler);
        this.turns = new AskingTurns();
    }

    private Planning(Planning other) {
        gate = other.gate.copy();
        planner = other.planner.copy(gate);
        scheduler = other.scheduler.copy();
        ofLevels = other.ofLevels.copy(scheduler);
        ofMoves = other.ofMoves.copy(scheduler);
        ofViolations = other.ofViolations.copy(scheduler);
        violations = other.violations.copy(scheduler);
        turns = other.turns.copy();
        missed = other.missed;
    }

    /** Plans as this one would, and changes nothing of it. */
    Planning copy() {
        return new Planning(this);
    }

    /** UIDs of the pods that the scheduler would not place where they run any more. */
    Set<String> violated() {
        return violations.uids();
    }

    /** Why pods that the scheduler would not place where they run any more are not known now; empty if they are. */
    Optional<String> violationTrouble() {
        String trouble = Stream.concat(
                        violations.trouble(Cause.DELAY).map("which delay needs are broken: "::concat).stream(),
                        violations.trouble(Cause.REWARD).map("which pods are in quarantine: "::concat).stream())
                .collect(Collectors.joining("; "));
        return Optional.of(trouble).filter(each -> !each.isEmpty());
    }

    /** Calls to the scheduler so far. */
    long calls() {
        return scheduler.count();
    }

    /**
     * A plan for what is there now.
     *
     * @param purpose nothing changes by a plan that is none of the rounds
     * @param now reading of a monotonic clock, in ns
     * @throws SchedulerUnavailableException if the scheduler was to be asked and did not answer
     */
    MovePlan plan(ClusterSnapshot cluster, Situation situation, Policy policy, Purpose purpose, long now)
            throws SchedulerUnavailableException {
        Map<String, CandidatePod> pods = cluster.byUid();
        Map<String, Want> energy = energyWants(situation, policy, pods, now);
        if (purpose == Purpose.ROUND) {
            missed = 0;
            planner.read(situation.fleet(), List.of(energy, violations.wants()), violations::looks);
        }
        Map<String, Want> wants = wants(energy);
        Agreement.Question question = new Agreement.Question(situation.fleet(), wants, pods, purpose, now);
        MovePlan plan = new Agreement(planner, ofMoves, question, unconfirmed(wants)).plan(gate.movedLately(now));
        if (purpose == Purpose.ROUND) {
            Set<String> moving =
                    plan.moves().map(verdict -> verdict.pod().uid()).collect(Collectors.toSet());
            look(cluster, situation.fleet().pods(), moving);
        }
        return plan.withStays(this::whyStays);
    }

    /** A move begins: a node that a pod had to leave is none for the energy of its workload for a while. */
    void begins(Verdict verdict, long now) {
        if (verdict.cause() != null && verdict.cause().isViolation()) {
            gate.leave(verdict.pod().workload(), verdict.pod().node(), now);
        }
    }

    /** There was no plan in a round: after some without one, what comes is in no row with what was before. */
    void missed() {
        missed++;
        violations.missed();
        if (missed >= MOST_MISSED) {
            planner.forget();
        }
    }

    /** Begins again: another replica has led meanwhile. */
    void forget() {
        planner.forget();
        violations.forget();
    }

    /** What was broken a round ago, and may be met by now. */
    private Map<String, Refusal> unconfirmed(Map<String, Want> wants) {
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

    /** Of a pod that the scheduler would not place there, and that nothing is wanted for. */
    private Verdict whyStays(Verdict verdict) {
        String why = violations.whyNoWant(verdict.pod().uid());
        if (why == null) {
            return verdict;
        }
        return gate.neverMoves(verdict.pod())
                .map(refusal -> Verdict.held(verdict.pod(), refusal))
                .orElseGet(() -> new Verdict(verdict.pod(), null, why, null, null));
    }

    /** Finds the pods that the scheduler would not place where they run, without a plan for others. */
    void look(ClusterSnapshot cluster) {
        look(cluster, List.of(), Set.of());
    }

    private void look(ClusterSnapshot cluster, List<MovablePod> pods, Set<String> moving) {
        Set<String> broken = violations.uids();
        Set<String> never = pods.stream()
                .filter(pod ->
                        broken.contains(pod.uid()) && gate.neverMoves(pod).isPresent())
                .map(MovablePod::uid)
                .collect(Collectors.toSet());
        violations.look(cluster, moving, pod -> !never.contains(pod.uid()), ofViolations);
    }

    /** A violation comes before energy, unless it may be over, or more readings in a row speak for energy. */
    private Map<String, Want> wants(Map<String, Want> energy) {
        Map<String, Want> wants = new LinkedHashMap<>(energy);
        violations.wants().forEach((uid, want) -> {
            Cause cause = want.cause();
            boolean isSurer = !violations.isUnconfirmed(cause)
                    && gate.row(uid, cause.name()) >= gate.row(uid, Cause.ENERGY.name());
            if (isSurer || !energy.containsKey(uid)) {
                wants.put(uid, want);
            }
        });
        return wants;
    }

    private Map<String, Want> energyWants(Situation situation, Policy policy, Map<String, CandidatePod> pods, long now)
            throws SchedulerUnavailableException {
        Map<String, Want> wants = new LinkedHashMap<>();
        if (policy.planner().isPresent()) {
            wants.putAll(Wants.of(policy.planner().get(), situation.fleet()));
        }
        LevelWants levels = new LevelWants(situation, pods, policy.leastLevel().orElse(EnergyLevel.POWERLESS), turns);
        wants.putAll(levels.wants(Map.copyOf(wants), planner, gate, ofLevels, now));
        return wants;
    }

    /**
     * A move that a person asks for.
     *
     * @param target null for wherever the scheduler would place it
     */
    Verdict requested(String pod, @Nullable String target, ClusterSnapshot cluster, Situation situation, long now)
            throws MoveRefusedException, SchedulerUnavailableException {
        return new RequestedMove(gate, scheduler, pod, cluster, situation).verdict(target, cluster, now);
    }
}
