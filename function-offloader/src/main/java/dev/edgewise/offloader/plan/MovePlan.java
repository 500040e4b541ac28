package dev.edgewise.offloader.plan;

import dev.edgewise.offloader.safety.Refusal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** A verdict for each pod: first those that are better elsewhere, in their turns, and then the others. */
public record MovePlan(List<Verdict> verdicts) {
    public MovePlan {
        verdicts = List.copyOf(verdicts);
    }

    /** The pods that move now, in their turns. */
    public Stream<Verdict> moves() {
        return verdicts.stream().filter(Verdict::moves);
    }

    /** The pods that are better elsewhere, and stay. */
    public Stream<Verdict> refusals() {
        return verdicts.stream().filter(verdict -> verdict.target() != null && verdict.refusal() != null);
    }

    /** By UID, those that stay for that reason. */
    public Map<String, Refusal> refusals(Refusal.Reason reason) {
        Map<String, Refusal> refusals = new HashMap<>();
        for (Verdict verdict : verdicts) {
            Refusal refusal = verdict.refusal();
            if (refusal != null && refusal.reason() == reason) {
                refusals.put(verdict.pod().uid(), refusal);
            }
        }
        return refusals;
    }

    /** This plan with other verdicts on the pods that nothing is wanted for, and nothing holds. */
    public MovePlan withStays(UnaryOperator<Verdict> change) {
        return new MovePlan(verdicts.stream()
                .map(verdict -> verdict.target() == null && verdict.refusal() == null ? change.apply(verdict) : verdict)
                .toList());
    }

    /** This plan with other verdicts on the pods that move. */
    public MovePlan withMoves(UnaryOperator<Verdict> change) {
        return new MovePlan(verdicts.stream()
                .map(verdict -> verdict.moves() ? change.apply(verdict) : verdict)
                .toList());
    }
}
