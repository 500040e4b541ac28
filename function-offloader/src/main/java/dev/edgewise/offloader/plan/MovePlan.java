package dev.edgewise.offloader.plan;

import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** A verdict for each pod, in the fleet's order. */
public record MovePlan(List<Verdict> verdicts) {
    public MovePlan {
        verdicts = List.copyOf(verdicts);
    }

    /** The pods that move now. */
    public Stream<Verdict> moves() {
        return verdicts.stream().filter(Verdict::moves);
    }

    /** The pods that are better elsewhere, and stay. */
    public Stream<Verdict> refusals() {
        return verdicts.stream().filter(verdict -> verdict.target() != null && verdict.refusal() != null);
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
