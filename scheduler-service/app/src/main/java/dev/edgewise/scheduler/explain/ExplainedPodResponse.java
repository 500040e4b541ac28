package dev.edgewise.scheduler.explain;

import dev.edgewise.scheduler.decisions.DecisionRecord;
import dev.edgewise.scheduler.decisions.SignalResponse;
import dev.edgewise.scheduler.nodes.EnergyResponse;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A pod's last decision as it was recorded and, if it still waits, the current verdict.
 *
 * @param pod {@code namespace/name}
 * @param decidedAt null if no decision was recorded yet; the other fields then repeat {@code now}
 * @param outcome {@code scheduled}, {@code unschedulable} or {@code undecided}
 * @param reasons how many nodes were rejected for each reason
 * @param nodes the best feasible nodes, best first
 * @param energy of the node that the pod is bound to, now; null if it is not bound, or nothing is known
 * @param now a full answer over all nodes, as if the pod were not bound; null if it does not wait, unless a
 *     kube-scheduler decided
 */
record ExplainedPodResponse(
        String profile,
        String pod,
        @Nullable Instant decidedAt,
        String outcome,
        @Nullable String node,
        String message,
        Instant snapshotAt,
        Map<String, Integer> reasons,
        List<NodeVerdict> nodes,
        List<SignalResponse> signals,
        @Nullable EnergyResponse energy,
        @Nullable ExplainResponse now) {
    /** The number of nodes that a decision records. */
    private static final int BEST = 5;

    static ExplainedPodResponse decided(
            DecisionRecord decision, @Nullable EnergyResponse energy, @Nullable ExplainResponse now) {
        return new ExplainedPodResponse(
                decision.profile(),
                decision.pod().toString(),
                decision.position().at(),
                decision.outcome().toString(),
                decision.node(),
                decision.message(),
                decision.snapshotAt(),
                decision.reasons(),
                decision.best().stream().map(NodeVerdict::of).toList(),
                decision.signals().stream().map(SignalResponse::of).toList(),
                energy,
                now);
    }

    static ExplainedPodResponse undecided(@Nullable EnergyResponse energy, ExplainResponse now) {
        return new ExplainedPodResponse(
                now.profile(),
                now.pod(),
                null,
                "undecided",
                now.node(),
                now.message(),
                now.snapshotAt(),
                Map.of(),
                now.nodes().stream().limit(BEST).filter(NodeVerdict::feasible).toList(),
                now.signals(),
                energy,
                now);
    }
}
