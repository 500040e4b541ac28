package dev.edgewise.offloader.rounds.negotiation;

import dev.edgewise.common.signal.energy.EnergyLevel;
import dev.edgewise.offloader.cluster.CandidatePod;
import dev.edgewise.offloader.cluster.PlanningInput;
import dev.edgewise.offloader.cluster.PlanningNodeStatus;
import dev.edgewise.offloader.plan.MovePlanner;
import dev.edgewise.offloader.plan.MoveProposal;
import dev.edgewise.offloader.plan.MoveProposalFinder;
import dev.edgewise.offloader.planning.PlanNode;
import dev.edgewise.offloader.planning.PlannedFunction;
import dev.edgewise.offloader.planning.PlanningView;
import dev.edgewise.offloader.safety.MovablePod;
import dev.edgewise.offloader.safety.MoveRefusal;
import dev.edgewise.offloader.safety.MoveRefusal.Reason;
import dev.edgewise.offloader.scheduler.Placement;
import dev.edgewise.offloader.scheduler.PlacementQuery;
import dev.edgewise.offloader.scheduler.PlacementSimulator;
import dev.edgewise.offloader.scheduler.SchedulerUnavailableException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Proposes moves by energy levels: pods leave nodes below a level if another node has a higher one. The scheduler is
 * asked in a simulation where it would place each pod that the safety rules allow to move, and that node is proposed.
 * For pods that may not move now it is not asked: the best powered node is proposed, so that the plan shows the reason
 * why they stay. Where the scheduler refused the target of a planner, it is asked for another node as well. Serves one
 * plan.
 */
final class EnergyLevelProposals {
    private static final int MOST_ASKED = 100;

    private final PlanningInput input;
    private final Map<String, CandidatePod> pods;
    private final EnergyLevel least;
    private final CandidateRoundRobin order;
    private final Map<String, EnergyLevel> levels = new HashMap<>();
    private final Map<String, Integer> positions = new HashMap<>();
    private final int best;
    private final int functions;

    /**
     * @param pods by UID
     * @param least level below which pods leave a node; with {@link EnergyLevel#POWERLESS} they leave none
     * @param order in which the scheduler is asked about pods
     */
    EnergyLevelProposals(
            PlanningInput input, Map<String, CandidatePod> pods, EnergyLevel least, CandidateRoundRobin order) {
        this.input = input;
        this.pods = pods;
        this.least = least;
        this.order = order;
        for (PlanningNodeStatus status : input.nodes()) {
            if (status.level() != null) {
                levels.put(status.node(), status.level());
            }
        }
        PlanningView view = input.fleet().view();
        int highest = 0;
        for (int node = 0; node < view.nodes().size(); node++) {
            positions.put(view.nodes().get(node).name(), node);
            highest = isBetter(view.nodes().get(node), view.nodes().get(highest)) ? node : highest;
        }
        best = highest;
        functions = view.functions().size();
    }

    private boolean isBetter(PlanNode node, PlanNode other) {
        int levels = level(node.name()).compareTo(level(other.name()));
        return levels > 0 || levels == 0 && node.percent() > other.percent();
    }

    private EnergyLevel level(String node) {
        return levels.getOrDefault(node, EnergyLevel.POWERLESS);
    }

    /**
     * Returns the proposals, by UID of the pod.
     *
     * @param planned proposals of a planner, by UID of the pod; one is replaced if the scheduler is known to refuse its
     *     target
     */
    Answered proposals(Map<String, MoveProposal> planned, MovePlanner planner, PlacementSimulator whatIf, long now)
            throws SchedulerUnavailableException {
        Map<String, MoveProposal> proposals = new LinkedHashMap<>();
        List<CandidatePod> movable = new ArrayList<>();
        List<MovablePod> fleet = input.fleet().pods();
        for (int function = 0; function < functions; function++) {
            MovablePod pod = fleet.get(function);
            CandidatePod known = pods.get(pod.uid());
            MoveProposal proposal = guess(function, planned.get(pod.uid()), planner, now);
            if (proposal == null || known == null) {
                continue;
            }
            proposals.put(pod.uid(), proposal);
            // The best node is only an assumption about the scheduler's answer: that it is busy says nothing about the
            // node that the scheduler would choose.
            if (planner.rules()
                    .checkAtOnce(pod, proposal.target(), now)
                    .filter(refusal -> refusal.reason() != Reason.TARGET_BUSY)
                    .isEmpty()) {
                movable.add(known);
            }
        }
        List<CandidatePod> asked = order.next(movable, MOST_ASKED);
        Map<String, Placement> answers = asked.isEmpty()
                ? Map.of()
                : whatIf.ask(asked.stream().map(PlacementQuery::ifGone).toList());
        for (int function = 0; function < functions; function++) {
            Placement answer = answers.get(fleet.get(function).name());
            if (answer != null && !answer.isUnknown()) {
                Integer target = answer.node() == null ? null : positions.get(answer.node());
                MoveProposal proposal = target == null ? null : answered(function, target, planned, planner, now);
                proposals.computeIfPresent(fleet.get(function).uid(), (uid, guess) -> proposal);
            }
        }
        Set<String> answered = asked.stream()
                .filter(pod -> answers.containsKey(pod.key()))
                .map(CandidatePod::uid)
                .collect(Collectors.toSet());
        return new Answered(proposals, order.after(answered, pods.keySet()));
    }

    /**
     * The answers of a question.
     *
     * @param proposals by UID
     * @param next the order in which the next question asks about pods
     */
    record Answered(Map<String, MoveProposal> proposals, CandidateRoundRobin next) {}

    /** Returns what stands for the scheduler's answer; null if there is nothing to ask. */
    private @Nullable MoveProposal guess(int function, @Nullable MoveProposal planned, MovePlanner planner, long now) {
        if (planned == null) {
            return proposal(function, best);
        }
        Optional<MoveRefusal> objection = planner.objection(input.fleet().pods().get(function), planned, now);
        if (objection.isEmpty()) {
            return null;
        }
        MoveProposal ofLevel = proposal(function, best);
        boolean isLittle = objection.get().reason() == Reason.GAIN_TOO_SMALL;
        return ofLevel == null && !isLittle ? planned : ofLevel;
    }

    /**
     * Null if levels do not want it there, and the planner, which wants the pod to leave, would gain too little by it.
     */
    private @Nullable MoveProposal answered(
            int function, int target, Map<String, MoveProposal> planned, MovePlanner planner, long now) {
        MoveProposal ofLevel = proposal(function, target);
        MovablePod pod = input.fleet().pods().get(function);
        PlanningView view = input.fleet().view();
        PlannedFunction of = view.functions().get(function);
        if (ofLevel != null || !planned.containsKey(pod.uid()) || of.host() == target) {
            return ofLevel;
        }
        MoveProposal elsewhere = MoveProposalFinder.proposal(view, of, target);
        return planner.objection(pod, elsewhere, now).isEmpty() ? elsewhere : null;
    }

    /** Null if the pod is well where it is, or the node is no better. */
    private @Nullable MoveProposal proposal(int function, int target) {
        PlanningView view = input.fleet().view();
        EnergyLevel from = level(input.fleet().pods().get(function).node());
        EnergyLevel to = level(view.nodes().get(target).name());
        return from.compareTo(least) < 0 && to.compareTo(from) > 0
                ? MoveProposalFinder.proposal(view, view.functions().get(function), target)
                : null;
    }
}
