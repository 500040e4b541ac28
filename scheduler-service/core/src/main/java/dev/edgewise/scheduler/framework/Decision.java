package dev.edgewise.scheduler.framework;

import dev.edgewise.common.TruncatedText;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.PodKey;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The decision for a pod, with enough of the reasons to explain it later.
 *
 * @param node where it goes; null if nowhere
 * @param message as an event shows it; cut after {@value #LONGEST_MESSAGE} characters
 * @param nodes how many nodes the cluster had
 * @param feasible how many feasible nodes were found before the search stopped
 * @param reasons how many nodes were rejected for each reason, first failing filter only; empty when a node was found
 * @param rejectedBy names of the filters that rejected some node
 * @param best the best feasible nodes, best first
 */
public record Decision(
        Pod pod,
        String profile,
        Instant snapshotAt,
        @Nullable String node,
        String message,
        int nodes,
        int feasible,
        Map<String, Integer> reasons,
        Set<String> rejectedBy,
        List<ScoredNode> best,
        List<SignalEvidence> signals) {
    /** Conditions, events and the history keep the messages of many thousands of pods. */
    public static final int LONGEST_MESSAGE = 2_000;

    public Decision {
        message = TruncatedText.of(message, LONGEST_MESSAGE);
        reasons = Map.copyOf(reasons);
        rejectedBy = Set.copyOf(rejectedBy);
        best = List.copyOf(best);
        signals = List.copyOf(signals);
    }

    /** Returns kube-scheduler's message for a pod that got a node. */
    public static String assigned(PodKey pod, String node) {
        return "Successfully assigned " + pod + " to " + node;
    }

    public boolean isPlaced() {
        return node != null;
    }

    /** Returns this decision for an identical pod. */
    public Decision about(Pod other) {
        return new Decision(
                other, profile, snapshotAt, node, message, nodes, feasible, reasons, rejectedBy, best, signals);
    }

    /** This decision for another of the {@link #best} nodes. */
    public Decision movedTo(String other) {
        return new Decision(
                pod,
                profile,
                snapshotAt,
                other,
                assigned(pod.key(), other),
                nodes,
                feasible,
                reasons,
                rejectedBy,
                best,
                signals);
    }

    /**
     * This decision for no node: each feasible one was rejected in the end.
     *
     * @param because of which other filters, by their names
     */
    public Decision rejected(String by, String reason, Set<String> because) {
        ReasonCounts counts = new ReasonCounts();
        counts.add(Rejection.unresolvable(by, reason), feasible);
        Set<String> filters = new HashSet<>(because);
        filters.addAll(counts.filters());
        return new Decision(
                pod,
                profile,
                snapshotAt,
                null,
                counts.message(nodes),
                nodes,
                0,
                counts.counts(),
                filters,
                List.of(),
                signals);
    }

    /** This decision with more in its message, such as the result of the preemption; an empty text adds nothing. */
    public Decision adding(String more) {
        if (more.isEmpty()) {
            return this;
        }
        String extended = message + " " + more;
        return new Decision(
                pod, profile, snapshotAt, node, extended, nodes, feasible, reasons, rejectedBy, best, signals);
    }
}
