package dev.edgewise.rewards.learning.view;

import dev.edgewise.common.signal.reward.Reward;
import dev.edgewise.common.signal.reward.RewardRowNames;
import dev.edgewise.rewards.estimates.OutcomeSums;
import dev.edgewise.rewards.learning.ledger.PodTypeNodeLedger;
import dev.edgewise.rewards.learning.ledger.QuarantineState;
import dev.edgewise.rewards.learning.ledger.RecordedOutcome;
import dev.edgewise.rewards.learning.state.LearnerState;
import dev.edgewise.rewards.learning.state.PodTypeNodeState;
import dev.edgewise.rewards.learning.state.PodTypeState;
import dev.edgewise.rewards.learning.value.PriorRewards;
import dev.edgewise.rewards.learning.value.RewardCalculator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Creates views of the state of the learner. */
public final class LearnerViews {
    private final LearnerState state;
    private final RewardCalculator current;

    public LearnerViews(LearnerState state) {
        this.state = state;
        this.current = new RewardCalculator(state);
    }

    /** Returns all rewards that were published, by row and field. */
    public Map<String, Map<String, Reward>> rewards() {
        Map<String, Map<String, Reward>> rows = new HashMap<>();
        for (PodTypeState type : state.types().values()) {
            Map<String, Reward> row = new HashMap<>();
            put(row, RewardRowNames.ALL, type.published());
            type.nodes().forEach((node, on) -> put(row, node, on.published()));
            rows.put(RewardRowNames.ofType(type.name()), row);
        }
        Map<String, Reward> nodes = new HashMap<>();
        state.nodes().forEach((name, node) -> put(nodes, name, node.published()));
        rows.put(RewardRowNames.NODES, nodes);
        return rows;
    }

    private static void put(Map<String, Reward> row, String field, @Nullable Reward reward) {
        if (reward != null) {
            row.put(field, reward);
        }
    }

    public List<PodTypeView> types(String after, int limit, long now) {
        return state.types().tailMap(after, false).values().stream()
                .limit(limit)
                .map(type -> type(type, now))
                .toList();
    }

    public PodTypeView type(PodTypeState type, long now) {
        int capped = (int) type.nodes().values().stream()
                .filter(PodTypeNodeState::isCapped)
                .count();
        return new PodTypeView(
                type.name(), current.ofType(type, now), type.nodes().size(), type.closedNodes(), capped);
    }

    public List<PodTypeNodeView> nodes(PodTypeState type, String after, int limit, long now) {
        return type.nodes().tailMap(after, false).values().stream()
                .limit(limit)
                .map(each -> typeNode(each, List.of(), now))
                .toList();
    }

    /**
     * Returns the worst nodes by what was published last; only their current rewards are computed, as each takes all
     * types of a node.
     */
    public List<PodTypeNodeView> worst(PodTypeState type, int most, long now) {
        return WorstNodes.of(type.nodes().entrySet().stream(), most, PodTypeNodeState::published).stream()
                .map(each -> typeNode(each.getValue(), List.of(), now))
                .toList();
    }

    public PodTypeNodeView typeNode(PodTypeNodeState of, List<RecordedOutcome> outcomes, long now) {
        PodTypeNodeLedger.Pin pin = of.pin();
        OutcomeSums sums = of.sums(state.decay(), now);
        return new PodTypeNodeView(
                of.type().name(),
                of.node().name(),
                current.of(of, current.observed(now)),
                sums.weight() > 0 ? sums.mean() : null,
                of.quarantine().ends(),
                of.runs(),
                of.failures(),
                pin == null ? null : pin.value(),
                pin == null ? null : pin.until(),
                why(of, sums),
                List.copyOf(outcomes));
    }

    private static String why(PodTypeNodeState of, OutcomeSums sums) {
        if (of.pin() != null) {
            return "An operator set this value.";
        }
        String known = String.format(
                Locale.ROOT,
                "%.1f outcomes with a mean of %.2f here, %.2f on other nodes",
                sums.weight(),
                sums.weight() > 0 ? sums.mean() : PriorRewards.NEUTRAL,
                of.elsewhere());
        QuarantineState quarantine = of.quarantine();
        String lives = quarantine.failedAfter() > 0
                ? "; failed pods had run " + quarantine.failedAfter() / 1_000 + " s on average"
                : "";
        return switch (quarantine.state()) {
            case OPEN -> known + (of.isCapped() ? "; it stays open as enough nodes are closed to this type." : ".");
            case QUARANTINED -> "Closed for the " + times(quarantine.strikes()) + " time: " + known + lives + ".";
            case PROBATION -> "One pod may try: " + known + lives + ".";
        };
    }

    private static String times(int strikes) {
        return switch (strikes) {
            case 1 -> "first";
            case 2 -> "second";
            case 3 -> "third";
            default -> strikes + "th";
        };
    }
}
