package dev.edgewise.scheduler.explain;

import dev.edgewise.common.TruncatedText;
import dev.edgewise.scheduler.cycle.details.NodeSignalSummary;
import dev.edgewise.scheduler.decisions.DecisionRecord;
import dev.edgewise.scheduler.framework.Decision;
import dev.edgewise.scheduler.framework.Explanation;
import dev.edgewise.scheduler.framework.FeasibilityCheck;
import dev.edgewise.scheduler.framework.Profile;
import dev.edgewise.scheduler.framework.ScoredNode;
import dev.edgewise.scheduler.plugins.delay.DelayPlugin;
import dev.edgewise.scheduler.plugins.delay.DelayReport;
import dev.edgewise.scheduler.state.NodeState;
import dev.edgewise.scheduler.state.Snapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * An explanation in a few lines for people: the best nodes or the nearly feasible ones, then the number of rejected
 * nodes for each reason.
 */
final class ExplanationSummary {
    private static final int MOST_MISSES = 3;
    private static final int MOST_BEST = 5;
    private static final int MOST_REASONS = 6;
    private static final int LONGEST_LINE = 240;

    private final Explanation explanation;
    private final Profile profile;
    private final Snapshot snapshot;
    private final Runnable beforeEach;
    private final DelayReport delays;

    /**
     * Summarizes an explanation that was made just now.
     *
     * @param snapshot that the explanation was made of
     * @param beforeEach runs before each node is evaluated again, and may end the work by what it throws
     */
    ExplanationSummary(Explanation explanation, Profile profile, Snapshot snapshot, Runnable beforeEach) {
        this.explanation = explanation;
        this.profile = profile;
        this.snapshot = snapshot;
        this.beforeEach = beforeEach;
        this.delays = DelayReport.of(explanation.pod(), profile, snapshot);
    }

    /** Returns two lines on a decision as it was recorded. */
    static List<String> decided(DecisionRecord decision, String details) {
        String node = decision.node() == null ? "" : " on " + decision.node();
        return List.of(
                decision.pod() + "  decided " + decision.position().at() + " by profile " + decision.profile() + ": "
                        + decision.outcome() + node,
                line("  " + decision.message() + details));
    }

    /** Returns the summary, of at most 18 lines: with the two lines of the decision, 20. */
    List<String> lines() {
        List<String> lines = new ArrayList<>();
        Decision decision = explanation.search().decision();
        String pod = decision.pod().key() + "  profile " + decision.profile() + "  ";
        if (decision.isPlaced()) {
            lines.add(pod + "fits " + decision.feasible() + " of " + decision.nodes() + " nodes, best "
                    + decision.node());
            addBest(decision, lines);
        } else {
            lines.add(pod + "fits none of " + decision.nodes() + " nodes");
            addMisses(lines);
        }
        addReasons(
                decision.isPlaced() || decision.reasons().isEmpty() ? explanation.reasons() : decision.reasons(),
                lines);
        return lines;
    }

    private void addBest(Decision decision, List<String> lines) {
        lines.add("best:");
        for (ScoredNode scored : decision.best().stream().limit(MOST_BEST).toList()) {
            NodeState node = snapshot.nodeOrUnknown(scored.node());
            List<String> facts = new ArrayList<>(delays.ways(node));
            facts.addAll(NodeSignalSummary.energy(node, profile, snapshot));
            lines.add(line("  " + scored.node() + "  score " + String.format(Locale.ROOT, "%.2f", scored.total())
                    + (facts.isEmpty() ? "" : "  " + String.join(", ", facts))));
        }
    }

    private void addMisses(List<String> lines) {
        String suggestion = delays.suggestion();
        if (suggestion != null) {
            lines.add(suggestion);
        }
        List<DelayReport.NearMiss> misses = delays.nearMisses(MOST_MISSES, this::isOnlyTooFar);
        if (!misses.isEmpty()) {
            lines.add("nearest misses:");
            misses.forEach(miss -> lines.add(line("  " + miss.node() + "  " + miss.way())));
        }
    }

    private boolean isOnlyTooFar(NodeState node) {
        beforeEach.run();
        FeasibilityCheck feasibility = explanation.search().feasibility();
        return feasibility.rejections(node).stream()
                .allMatch(rejection -> rejection.filter().equals(DelayPlugin.NAME));
    }

    private static void addReasons(Map<String, Integer> reasons, List<String> lines) {
        if (reasons.isEmpty()) {
            return;
        }
        lines.add("rejected:");
        reasons.entrySet().stream()
                .sorted(Map.Entry.<String, Integer>comparingByValue()
                        .reversed()
                        .thenComparing(Map.Entry.comparingByKey()))
                .limit(MOST_REASONS)
                .forEach(reason ->
                        lines.add(line(String.format(Locale.ROOT, "%6d  %s", reason.getValue(), reason.getKey()))));
        if (reasons.size() > MOST_REASONS) {
            lines.add("        and " + (reasons.size() - MOST_REASONS) + " more reasons");
        }
    }

    /** A line of its own, whatever the author of the pod wrote. */
    private static String line(String text) {
        return TruncatedText.of(text.replaceAll("\\p{Cntrl}", " "), LONGEST_LINE);
    }
}
