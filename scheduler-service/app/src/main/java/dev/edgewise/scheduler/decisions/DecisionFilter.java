package dev.edgewise.scheduler.decisions;

import dev.edgewise.common.web.InvalidInputException;
import dev.edgewise.scheduler.decisions.DecisionRecord.Outcome;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Selects the decisions that a caller wants to see; null stands for any.
 *
 * @param pod the pod's name without its namespace
 * @param outcome {@code scheduled} or {@code unschedulable}
 */
record DecisionFilter(
        @Nullable String namespace, @Nullable String pod, @Nullable String profile, @Nullable String outcome) {
    DecisionFilter {
        if (outcome != null
                && Arrays.stream(Outcome.values()).map(Outcome::toString).noneMatch(outcome::equals)) {
            throw new InvalidInputException("outcome", outcome, "scheduled or unschedulable");
        }
    }

    boolean accepts(DecisionRecord decision) {
        return matches(namespace, decision.pod().namespace())
                && matches(pod, decision.pod().name())
                && matches(profile, decision.profile())
                && matches(outcome, decision.outcome().toString());
    }

    private static boolean matches(@Nullable String wanted, String actual) {
        return wanted == null || wanted.equals(actual);
    }
}
