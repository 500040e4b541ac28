package dev.edgewise.global.adaptive;

import dev.edgewise.global.model.RequestKey;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A choice of a policy for one level of a request, and its outcome once that is known.
 *
 * @param attempt number of the attempt that followed; 0 before
 * @param level index of the level
 * @param context features at the time of the decision
 * @param choice what was or would have been chosen
 * @param usedArm index of the policy by which the clusters were ranked
 * @param propensity the probability with which that was so; 1 where the request names the policy itself
 * @param cluster of the attempt; empty before
 * @param outcome null before the attempt has ended
 */
@SuppressWarnings("ArrayRecordComponent")
record AdaptiveDecision(
        Instant at,
        RequestKey request,
        String uid,
        int attempt,
        int level,
        double[] context,
        BanditChoice choice,
        int usedArm,
        double propensity,
        String cluster,
        @Nullable Outcome outcome) {
    /**
     * The outcome of the attempt.
     *
     * @param waitSeconds from the request's creation to the attempt
     * @param startSeconds from the attempt to its end; all the time that it may take where it failed
     * @param responseSeconds from the request's creation to the attempt's end
     * @param reward 1 for an attempt that is ready at once, 0 for one that failed
     */
    record Outcome(boolean ready, double waitSeconds, double startSeconds, double responseSeconds, double reward) {}

    AdaptiveDecision followedBy(int number, String name) {
        return new AdaptiveDecision(
                at, request, uid, number, level, context, choice, usedArm, propensity, name, outcome);
    }

    AdaptiveDecision ended(Outcome how) {
        return new AdaptiveDecision(
                at, request, uid, attempt, level, context, choice, usedArm, propensity, cluster, how);
    }

    /** Whether others can be evaluated by it: it has an outcome, and was one of several by chance. */
    boolean isEvaluable() {
        return outcome != null && propensity < 1;
    }
}
