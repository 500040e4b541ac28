package dev.edgewise.offloader.plan;

import dev.edgewise.offloader.safety.MoveRefusal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** A verdict for each pod: first those that are better elsewhere, in their turns, and then the others. */
public record MovePlan(List<MoveDecision> decisions) {
    public MovePlan {
        decisions = List.copyOf(decisions);
    }

    /** The pods that move now, in their turns. */
    public Stream<MoveDecision> moves() {
        return decisions.stream().filter(MoveDecision::moves);
    }

    /** The pods that are better elsewhere, and stay. */
    public Stream<MoveDecision> refusals() {
        return decisions.stream().filter(decision -> decision.target() != null && decision.refusal() != null);
    }

    /** The refusals of pods that stay for that reason, by UID. */
    public Map<String, MoveRefusal> refusals(MoveRefusal.Reason reason) {
        Map<String, MoveRefusal> refusals = new HashMap<>();
        for (MoveDecision decision : decisions) {
            MoveRefusal refusal = decision.refusal();
            if (refusal != null && refusal.reason() == reason) {
                refusals.put(decision.pod().uid(), refusal);
            }
        }
        return refusals;
    }

    /** This plan with other verdicts on the pods that nothing is wanted for, and nothing holds. */
    public MovePlan withStays(UnaryOperator<MoveDecision> change) {
        return new MovePlan(decisions.stream()
                .map(decision ->
                        decision.target() == null && decision.refusal() == null ? change.apply(decision) : decision)
                .toList());
    }

    /** This plan with other verdicts on the pods that move. */
    public MovePlan withMoves(UnaryOperator<MoveDecision> change) {
        return new MovePlan(decisions.stream()
                .map(decision -> decision.moves() ? change.apply(decision) : decision)
                .toList());
    }
}
