package dev.edgewise.offloader.rounds;

import dev.edgewise.offloader.cluster.CandidatePod;
import dev.edgewise.offloader.cluster.ClusterSnapshot;
import dev.edgewise.offloader.cluster.Situation;
import dev.edgewise.offloader.plan.Cause;
import dev.edgewise.offloader.plan.Fleet;
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
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Makes plans: what the policy wants, as far as safety lets it and the scheduler agrees. For one thread at a time. */
final class Planning {
    /** Rounds without a plan that may be between two that are in a row. */
    private static final int MOST_MISSED = 3;

    private final SafetyGate gate;
    private final MovePlanner planner;
    private final CountedCalls scheduler;
    private final DelayWatch delays;
    private final AskingTurns turns;
    private int missed;
    private @Nullable String delayTrouble;

    /** @param afterRefusal how long a pod that the scheduler would not place on its target lets others go first */
    Planning(SafetyGate gate, SafetySettings settings, Duration afterRefusal, WhatIf scheduler, Violations violations) {
        this.gate = gate;
        this.planner = new MovePlanner(gate, settings.minGain(), afterRefusal);
        this.scheduler = new CountedCalls(scheduler);
        this.delays = new DelayWatch(violations);
        this.turns = new AskingTurns();
    }

    private Planning(Planning other) {
        gate = other.gate.copy();
        planner = other.planner.copy(gate);
        scheduler = other.scheduler.copy();
        delays = other.delays.copy();
        turns = other.turns.copy();
        missed = other.missed;
        delayTrouble = other.delayTrouble;
    }

    /** Plans as this one would, and changes nothing of it. */
    Planning copy() {
        return new Planning(this);
    }

    /** UIDs of the pods whose delay needs are broken. */
    Set<String> violated() {
        return delays.uids();
    }

    /** Why pods whose delay needs are broken are not known now; empty if they are. */
    Optional<String> delayTrouble() {
        return Optional.ofNullable(delayTrouble);
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
        Map<String, CandidatePod> pods =
                cluster.pods().stream().collect(Collectors.toMap(CandidatePod::uid, Function.identity()));
        Map<String, Want> wants = wants(situation, policy, pods, now);
        if (purpose == Purpose.ROUND) {
            missed = 0;
            planner.read(situation.fleet(), wants, delays.looks());
        }
        Agreement.Question question = new Agreement.Question(situation.fleet(), wants, pods, purpose, now);
        MovePlan plan = new Agreement(planner, scheduler, question, unconfirmed(wants)).plan(gate.movedLately(now));
        if (purpose == Purpose.ROUND) {
            lookAtDelays(cluster, situation.fleet(), plan);
        }
        return plan.withStays(this::whyStays);
    }

    /** There was no plan in a round: after some without one, what comes is in no row with what was before. */
    void missed() {
        missed++;
        delays.missed();
        if (missed >= MOST_MISSED) {
            planner.forget();
        }
    }

    /** Begins anew: another replica has led meanwhile. */
    void forget() {
        planner.forget();
        delays.forget();
    }

    /** What was broken a round ago, and may be met by now. */
    private Map<String, Refusal> unconfirmed(Map<String, Want> wants) {
        Map<String, Refusal> refused = new HashMap<>();
        if (delays.isUnconfirmed()) {
            String why = delayTrouble().orElse("there was no plan in the last round");
            Refusal refusal =
                    new Refusal(Reason.STALE_READING, "whether its delay need is still broken is not known: " + why);
            wants.forEach((uid, want) -> {
                if (want.cause() == Cause.DELAY) {
                    refused.put(uid, refusal);
                }
            });
        }
        return refused;
    }

    /** Of a pod whose need is broken, and that nothing is wanted for. */
    private Verdict whyStays(Verdict verdict) {
        String why = delays.whyNoWant(verdict.pod().uid());
        if (why == null) {
            return verdict;
        }
        return gate.neverMoves(verdict.pod())
                .map(refusal -> Verdict.held(verdict.pod(), refusal))
                .orElseGet(() -> new Verdict(verdict.pod(), null, why, null, null));
    }

    /** Of which nothing that goes wrong may hold other moves. */
    private void lookAtDelays(ClusterSnapshot cluster, Fleet fleet, MovePlan plan) {
        Set<String> broken = delays.uids();
        Set<String> never = fleet.pods().stream()
                .filter(pod ->
                        broken.contains(pod.uid()) && gate.neverMoves(pod).isPresent())
                .map(MovablePod::uid)
                .collect(Collectors.toSet());
        Set<String> moving = plan.moves().map(verdict -> verdict.pod().uid()).collect(Collectors.toSet());
        try {
            delays.look(cluster, moving, pod -> !never.contains(pod.uid()), scheduler);
            delayTrouble = null;
        } catch (SchedulerUnavailableException e) {
            delays.missed();
            delayTrouble = e.getMessage();
        }
    }

    private Map<String, Want> wants(Situation situation, Policy policy, Map<String, CandidatePod> pods, long now)
            throws SchedulerUnavailableException {
        Map<String, Want> wants = new LinkedHashMap<>();
        if (policy.planner().isPresent()) {
            wants.putAll(Wants.of(policy.planner().get(), situation.fleet()));
        }
        if (policy.leastLevel().isPresent()) {
            LevelWants levels =
                    new LevelWants(situation, pods, policy.leastLevel().get(), turns);
            wants.putAll(levels.wants(Set.copyOf(wants.keySet()), gate, scheduler, now));
        }
        wants.putAll(delays.wants());
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
