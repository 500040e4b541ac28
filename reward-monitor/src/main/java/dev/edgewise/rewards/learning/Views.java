package dev.edgewise.rewards.learning;

import dev.edgewise.common.signal.reward.Reward;
import dev.edgewise.common.signal.reward.RewardRows;
import dev.edgewise.rewards.estimates.Sums;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What is known, for people. */
final class Views {
    private final LearnerState state;

    Views(LearnerState state) {
        this.state = state;
    }

    /** All rewards that were published, by row and field. */
    Map<String, Map<String, Reward>> rewards() {
        Map<String, Map<String, Reward>> rows = new HashMap<>();
        for (TypeState type : state.types.values()) {
            Map<String, Reward> row = new HashMap<>();
            put(row, RewardRows.ALL, type.published);
            type.cells.forEach((node, cell) -> put(row, node, cell.published));
            rows.put(RewardRows.ofType(type.name), row);
        }
        Map<String, Reward> nodes = new HashMap<>();
        state.nodes.forEach((name, node) -> put(nodes, name, node.published));
        rows.put(RewardRows.NODES, nodes);
        return rows;
    }

    private static void put(Map<String, Reward> row, String field, @Nullable Reward reward) {
        if (reward != null) {
            row.put(field, reward);
        }
    }

    List<TypeView> types(String after, int limit, long now) {
        return state.types.tailMap(after, false).values().stream()
                .limit(limit)
                .map(type -> type(type, now))
                .toList();
    }

    TypeView type(TypeState type, long now) {
        int capped =
                (int) type.cells.values().stream().filter(cell -> cell.isCapped).count();
        return new TypeView(type.name, Publisher.ofType(type, state, now), type.cells.size(), type.closed, capped);
    }

    List<CellView> nodes(TypeState type, String after, int limit, long now) {
        return type.cells.tailMap(after, false).values().stream()
                .limit(limit)
                .map(cell -> cell(cell, List.of(), now))
                .toList();
    }

    /** The worst by what was published last: how they do now is reckoned for these only, as it takes all types of a node. */
    List<CellView> worst(TypeState type, int most, long now) {
        return Worst.of(type.cells.entrySet().stream(), most, cell -> cell.published).stream()
                .map(each -> cell(each.getValue(), List.of(), now))
                .toList();
    }

    CellView cell(Cell cell, List<OutcomeView> outcomes, long now) {
        TypeNodeLedger.Pin pin = cell.pin;
        Sums sums = cell.sums(state.decay, now);
        return new CellView(
                cell.type.name,
                cell.node.name,
                Publisher.reward(cell, state, now),
                sums.weight() > 0 ? sums.mean() : null,
                cell.standing.ends(),
                cell.runs(),
                cell.failures,
                pin == null ? null : pin.value(),
                pin == null ? null : pin.until(),
                why(cell, now),
                List.copyOf(outcomes));
    }

    private String why(Cell cell, long now) {
        if (cell.pin != null) {
            return "People set this value.";
        }
        Sums sums = cell.sums(state.decay, now);
        String known = String.format(
                Locale.ROOT,
                "%.1f outcomes with a mean of %.2f here, %.2f on other nodes",
                sums.weight(),
                sums.weight() > 0 ? sums.mean() : Priors.NEUTRAL,
                cell.type.elsewhere(cell));
        Standing standing = cell.standing;
        String lives = standing.failedAfter() > 0
                ? "; what failed had lasted " + standing.failedAfter() / 1_000 + " s on average"
                : "";
        return switch (standing.state()) {
            case OPEN -> known + (cell.isCapped ? "; it stays open as enough nodes are closed to this type." : ".");
            case QUARANTINED -> "Closed for the " + times(standing.strikes()) + " time: " + known + lives + ".";
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
