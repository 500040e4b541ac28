package dev.edgewise.scheduler.decisions;

import dev.edgewise.common.TruncatedText;
import dev.edgewise.scheduler.framework.Decision;
import dev.edgewise.scheduler.framework.ScoredNode;
import dev.edgewise.scheduler.framework.SignalEvidence;
import dev.edgewise.scheduler.model.PodKey;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A decision as it is remembered: without the pod itself, which would keep its whole specification in memory.
 *
 * @param position when it was taken and by which replica; no two decisions share one
 * @param uid of the pod
 * @param node where the pod goes; null if nowhere
 * @param nodes how many nodes the cluster had
 * @param feasible how many feasible nodes were found before the search stopped
 * @param reasons how many nodes were rejected for each reason
 * @param best the best feasible nodes, best first
 */
public record DecisionRecord(
        DecisionPosition position,
        PodKey pod,
        String uid,
        String profile,
        Instant snapshotAt,
        @Nullable String node,
        String message,
        int nodes,
        int feasible,
        Map<String, Integer> reasons,
        List<ScoredNode> best,
        List<SignalEvidence> signals) {
    private static final int FEW = 4;
    private static final int LONGEST_TEXT = 500;
    /** Bytes of a record of nothing, and of a small object in it. */
    private static final int EMPTY = 400;

    private static final int REFERENCE = 64;

    static DecisionRecord of(DecisionPosition position, Decision decision) {
        return new DecisionRecord(
                position,
                decision.pod().key(),
                decision.pod().uid(),
                decision.profile(),
                decision.snapshotAt(),
                decision.node(),
                decision.message(),
                decision.nodes(),
                decision.feasible(),
                decision.reasons(),
                decision.best(),
                decision.signals());
    }

    /** Returns the record with its long parts cut to their beginnings; a tenant can write into each of these parts. */
    public DecisionRecord shortened() {
        Map<String, Integer> few = new LinkedHashMap<>();
        reasons.entrySet().stream()
                .sorted(Map.Entry.<String, Integer>comparingByValue().reversed())
                .limit(FEW)
                .forEach(reason -> few.put(shortened(reason.getKey()), reason.getValue()));
        return new DecisionRecord(
                position,
                pod,
                uid,
                profile,
                snapshotAt,
                node,
                shortened(message),
                nodes,
                feasible,
                few,
                best.stream().limit(1).toList(),
                signals.stream().limit(FEW).toList());
    }

    /** About how many bytes of memory it takes. */
    int weight() {
        int weight = EMPTY + 2 * message.length();
        for (String reason : reasons.keySet()) {
            weight += REFERENCE + reason.length();
        }
        for (ScoredNode node : best) {
            weight += REFERENCE * (1 + node.parts().size());
        }
        for (SignalEvidence signal : signals) {
            weight += REFERENCE + signal.subject().length();
        }
        return weight;
    }

    private static String shortened(String text) {
        return TruncatedText.of(text, LONGEST_TEXT);
    }

    /** Returns whether the pod was scheduled. */
    public Outcome outcome() {
        return node == null ? Outcome.UNSCHEDULABLE : Outcome.SCHEDULED;
    }

    /** The possible ends of a decision, named as the stock metrics name them. */
    public enum Outcome {
        SCHEDULED,
        UNSCHEDULABLE;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
