package dev.edgewise.offloader.rounds.negotiation;

import dev.edgewise.offloader.cluster.CandidatePod;
import dev.edgewise.offloader.plan.MoveDecision;
import dev.edgewise.offloader.plan.MovePlan;
import dev.edgewise.offloader.plan.MovePlanner;
import dev.edgewise.offloader.plan.MoveProposal;
import dev.edgewise.offloader.plan.PlanningSnapshot;
import dev.edgewise.offloader.safety.MoveRefusal;
import dev.edgewise.offloader.safety.MoveRefusal.Reason;
import dev.edgewise.offloader.safety.Workload;
import dev.edgewise.offloader.scheduler.Placement;
import dev.edgewise.offloader.scheduler.PlacementQuery;
import dev.edgewise.offloader.scheduler.PlacementSimulator;
import dev.edgewise.offloader.scheduler.SchedulerUnavailableException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds a plan that the scheduler agrees to: a move that it refuses, or that has to wait, leaves its share of the
 * budget to others. Pods that the scheduler's timeout left are asked about again. Serves one plan.
 */
final class PlanNegotiation {
    /** The most questions of a plan, each after refusals, or pods without an answer. */
    private static final int MOST_QUESTIONS = 10;

    /** The list that says otherwise is a round old. */
    private static final MoveRefusal OVER =
            new MoveRefusal(Reason.STALE_READING, "the scheduler would place it where it runs again");

    private static final MoveRefusal NOT_ANSWERED =
            new MoveRefusal(Reason.NOT_ANSWERED, "the scheduler has not said whether it would place it there");

    private final MovePlanner planner;
    private final PlacementSimulator scheduler;
    private final Question question;
    private final Map<String, MoveRefusal> refused;
    /** Moves that the scheduler refused, for the next rounds. */
    private final Map<MoveDecision, MoveRefusal> targets = new HashMap<>();

    /**
     * The things to be planned.
     *
     * @param proposals by UID of the pods that are better elsewhere
     * @param pods by UID
     * @param now reading of a monotonic clock, in ns
     */
    record Question(
            PlanningSnapshot fleet,
            Map<String, MoveProposal> proposals,
            Map<String, CandidatePod> pods,
            PlanRunMode purpose,
            long now) {}

    /** @param refused why pods stay whatever is wanted, by UID */
    PlanNegotiation(
            MovePlanner planner, PlacementSimulator scheduler, Question question, Map<String, MoveRefusal> refused) {
        this.planner = planner;
        this.scheduler = scheduler;
        this.question = question;
        this.refused = new HashMap<>(refused);
    }

    /** @param lately workloads of which a pod moved before, and may not have landed */
    MovePlan plan(Set<Workload> lately) throws SchedulerUnavailableException {
        MovePlan plan = DependencyOrder.of(agreed(), question.pods(), lately);
        Map<String, MoveRefusal> waiting = plan.refusals(Reason.REFERENCE_MOVES);
        if (waiting.isEmpty()) {
            return plan;
        }
        refused.putAll(waiting);
        return DependencyOrder.of(agreed(), question.pods(), lately);
    }

    private MovePlan agreed() throws SchedulerUnavailableException {
        Set<String> agreed = new HashSet<>();
        MovePlan plan = proposal();
        boolean isOther = true;
        for (int asked = 0; isOther && asked < MOST_QUESTIONS && !isAgreed(plan, agreed); asked++) {
            agreed.clear();
            int before = refused.size();
            ask(plan, agreed);
            // Another question about the same pods would have the same answers.
            isOther = refused.size() > before;
            plan = proposal();
        }
        return plan.withMoves(
                decision -> agreed.contains(decision.pod().uid()) ? decision : decision.refused(NOT_ANSWERED));
    }

    private MovePlan proposal() {
        boolean sure = question.purpose() == PlanRunMode.COMPARISON;
        return planner.plan(question.fleet(), question.proposals(), refused, sure, question.now());
    }

    private void ask(MovePlan plan, Set<String> agreed) throws SchedulerUnavailableException {
        Map<String, Placement> answers =
                scheduler.ask(plan.moves().map(this::query).toList());
        plan.moves().forEach(decision -> {
            Placement answer = answers.get(decision.pod().name());
            if (answer == null) {
                return;
            }
            String uid = decision.pod().uid();
            if (answer.isUnknown()) {
                refuse(decision, refusal(answer));
            } else if (isForViolation(decision) && !answer.violates()) {
                refused.put(uid, noViolation(answer));
            } else if (answer.takes(String.valueOf(decision.target()))) {
                agreed.add(uid);
            } else {
                refuse(decision, refusal(answer));
            }
        });
    }

    private void refuse(MoveDecision decision, MoveRefusal refusal) {
        refused.put(decision.pod().uid(), refusal);
        targets.put(decision, refusal);
    }

    /** The moves that the scheduler refused, with its reasons: not to be asked about in the next rounds. */
    Map<MoveDecision, MoveRefusal> refusedTargets() {
        return targets;
    }

    /**
     * Returns the refusal of a move for a violation that is over: what speaks against its node, if anything, is no
     * cause for this move.
     */
    private static MoveRefusal noViolation(Placement answer) {
        if (answer.present() != null) {
            return new MoveRefusal(
                    Reason.STALE_READING,
                    "the scheduler now rejects its node for another reason: "
                            + answer.present().reason());
        }
        return answer.node() == null ? refusal(answer) : OVER;
    }

    private static boolean isForViolation(MoveDecision decision) {
        return decision.cause() != null && decision.cause().isViolation();
    }

    private static boolean isAgreed(MovePlan plan, Set<String> agreed) {
        return plan.moves().allMatch(decision -> agreed.contains(decision.pod().uid()));
    }

    private PlacementQuery query(MoveDecision decision) {
        CandidatePod pod = question.pods().get(decision.pod().uid());
        String target = decision.target();
        if (pod == null || target == null) {
            throw new IllegalStateException("a move of no pod, or to no node: " + decision);
        }
        return PlacementQuery.move(pod, target);
    }

    static MoveRefusal refusal(@Nullable Placement answer) {
        if (answer == null) {
            return NOT_ANSWERED;
        }
        return answer.isUnknown()
                ? new MoveRefusal(Reason.NOT_ANSWERED, NOT_ANSWERED.message() + ": " + answer.message())
                : new MoveRefusal(Reason.TARGET_REFUSED, "the scheduler would not place it there: " + answer.message());
    }
}
