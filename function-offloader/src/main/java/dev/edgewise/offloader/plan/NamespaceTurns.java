package dev.edgewise.offloader.plan;

import dev.edgewise.offloader.planning.PlanNode;
import dev.edgewise.offloader.planning.PlanningView;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The order in which pods ask for moves, as these are rationed: the namespace with the fewest moves is next, with its pod whose delay need is broken worst, then
 * one on a powerless node, then the one on the node where its type does worst, or else that on the worst powered node. So none uses up the rate of all. For one plan.
 */
final class NamespaceTurns {
    private final PlanningView view;
    private final Set<String> powerless;
    private final @Nullable Want[] wants;
    private final PriorityQueue<Turn> turns = new PriorityQueue<>(Comparator.<Turn>comparingInt(turn -> turn.moves)
            .thenComparing(turn -> rank(turn.functions.element()))
            .thenComparingInt(turn -> turn.functions.element()));

    private enum Group {
        DELAYS,
        POWERLESS,
        REWARDS,
        REST
    }

    /** @param within the group: the lowest first */
    private record Rank(Group group, double within) implements Comparable<Rank> {
        private static final Comparator<Rank> ORDER =
                Comparator.comparing(Rank::group).thenComparingDouble(Rank::within);

        @Override
        public int compareTo(Rank other) {
            return ORDER.compare(this, other);
        }
    }

    /** A namespace's, of which the next function is the first. */
    private static final class Turn {
        final Deque<Integer> functions = new ArrayDeque<>();
        int moves;

        Turn(int moves) {
            this.moves = moves;
        }
    }

    /**
     * A turn for each namespace.
     *
     * @param wants what is wanted of each function; null for nothing, as of most
     * @param moves of each namespace that count against the rates already
     */
    NamespaceTurns(Fleet fleet, @Nullable Want[] wants, Map<String, Integer> moves) {
        this.view = fleet.view();
        this.powerless = fleet.powerless();
        this.wants = wants;
        Map<String, Turn> byNamespace = new HashMap<>();
        IntStream.range(0, fleet.pods().size())
                .filter(function -> wants[function] != null)
                .boxed()
                .sorted(Comparator.comparing(this::rank))
                .forEach(function -> byNamespace
                        .computeIfAbsent(
                                fleet.pods().get(function).workload().namespace(),
                                namespace -> new Turn(moves.getOrDefault(namespace, 0)))
                        .functions
                        .add(function));
        turns.addAll(byNamespace.values());
    }

    /** Of those that no policy moves, the host is not in the view. */
    private Rank rank(int function) {
        Want want = Objects.requireNonNull(wants[function]);
        if (want.cause() == Cause.DELAY) {
            return new Rank(Group.DELAYS, -want.severity());
        }
        if (function < view.functions().size()) {
            PlanNode host = view.nodes().get(view.functions().get(function).host());
            if (powerless.contains(host.name())) {
                return new Rank(Group.POWERLESS, host.percent());
            }
            if (want.cause() != Cause.REWARD) {
                return new Rank(Group.REST, host.percent());
            }
        }
        return new Rank(Group.REWARDS, -want.severity());
    }

    /**
     * Takes each function in its turn.
     *
     * @param moves whether it moves, which counts for its namespace
     */
    void forEach(IntPredicate moves) {
        while (!turns.isEmpty()) {
            Turn turn = turns.remove();
            turn.moves += moves.test(turn.functions.remove()) ? 1 : 0;
            if (!turn.functions.isEmpty()) {
                turns.add(turn);
            }
        }
    }
}
