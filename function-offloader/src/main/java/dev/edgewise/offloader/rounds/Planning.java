package dev.edgewise.offloader.rounds;

import dev.edgewise.offloader.cluster.CandidatePod;
import dev.edgewise.offloader.cluster.ClusterSnapshot;
import dev.edgewise.offloader.cluster.Situation;
import dev.edgewise.offloader.plan.MovePlan;
import dev.edgewise.offloader.plan.MovePlanner;
import dev.edgewise.offloader.plan.Verdict;
import dev.edgewise.offloader.plan.Want;
import dev.edgewise.offloader.plan.Wants;
import dev.edgewise.offloader.policies.Policy;
import dev.edgewise.offloader.safety.Refusal;
import dev.edgewise.offloader.safety.Refusal.Reason;
import dev.edgewise.offloader.safety.SafetyGate;
import dev.edgewise.offloader.safety.SafetySettings;
import dev.edgewise.offloader.scheduler.Inquiry;
import dev.edgewise.offloader.scheduler.Placement;
import dev.edgewise.offloader.scheduler.SchedulerUnavailableException;
import dev.edgewise.offloader.scheduler.WhatIf;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Makes plans: what the policy wants, as far as safety lets it and the scheduler agrees. For one thread at a time. */
final class Planning {
    private final SafetyGate gate;
    private final MovePlanner planner;
    private final WhatIf scheduler;
    private final DelayWatch delays = new DelayWatch();

    /** @param afterRefusal how long a pod that the scheduler would not place on its target lets others go first */
    Planning(SafetyGate gate, SafetySettings settings, Duration afterRefusal, WhatIf scheduler) {
        this.gate = gate;
        this.planner = new MovePlanner(gate, settings.minGain(), afterRefusal);
        this.scheduler = scheduler;
    }

    /**
     * A plan for what is there now.
     *
     * @param counts whether it is one of the rounds; else nothing changes by it
     * @param now reading of a monotonic clock, in ns
     * @throws SchedulerUnavailableException if the scheduler was to be asked and did not answer
     */
    MovePlan plan(ClusterSnapshot cluster, Situation situation, Policy policy, boolean counts, long now)
            throws SchedulerUnavailableException {
        Map<String, CandidatePod> pods =
                cluster.pods().stream().collect(Collectors.toMap(CandidatePod::uid, Function.identity()));
        Map<String, Want> wants = wants(situation, policy, pods, now);
        MovePlan plan =
                counts ? planner.round(situation.fleet(), wants, now) : planner.dryRun(situation.fleet(), wants, now);
        List<Inquiry> moves = new ArrayList<>();
        plan.moves().forEach(verdict -> moves.add(inquiry(verdict, pods)));
        List<Inquiry> present = counts ? delays.inquiries(cluster) : List.of();
        if (moves.isEmpty() && present.isEmpty()) {
            return plan;
        }
        List<Inquiry> all = new ArrayList<>(moves);
        List<Inquiry> others =
                present.stream().filter(each -> !isAmong(moves, each)).toList();
        all.addAll(others);
        Map<String, Placement> answers = scheduler.ask(all);
        delays.take(others, answers);
        return plan.withMoves(
                verdict -> judged(verdict, answers.get(verdict.pod().name()), counts, now));
    }

    private Map<String, Want> wants(Situation situation, Policy policy, Map<String, CandidatePod> pods, long now)
            throws SchedulerUnavailableException {
        Map<String, Want> wants = new LinkedHashMap<>();
        if (policy.planner().isPresent()) {
            wants.putAll(Wants.of(policy.planner().get(), situation.fleet()));
        } else {
            wants.putAll(new GreedyWants(situation, pods).wants(gate, scheduler, now));
        }
        wants.putAll(delays.wants());
        return wants;
    }

    private static Inquiry inquiry(Verdict verdict, Map<String, CandidatePod> pods) {
        CandidatePod pod = pods.get(verdict.pod().uid());
        String target = verdict.target();
        if (pod == null || target == null) {
            throw new IllegalStateException("a move of no pod, or to no node: " + verdict);
        }
        return Inquiry.move(pod, target);
    }

    private static boolean isAmong(List<Inquiry> moves, Inquiry inquiry) {
        return moves.stream()
                .anyMatch(move -> move.pod().uid().equals(inquiry.pod().uid()));
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

    private Verdict judged(Verdict verdict, @Nullable Placement answer, boolean counts, long now) {
        if (answer != null && answer.takes(String.valueOf(verdict.target()))) {
            return verdict;
        }
        Refusal refusal = refusal(answer);
        if (counts) {
            planner.targetRefused(verdict, refusal, now);
        }
        return verdict.refused(refusal);
    }

    static Refusal refusal(@Nullable Placement answer) {
        String message = answer == null ? "it says nothing of the pod" : answer.message();
        return new Refusal(Reason.TARGET_REFUSED, "the scheduler would not place it there: " + message);
    }
}
