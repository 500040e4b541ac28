package dev.edgewise.offloader.plan;

import dev.edgewise.offloader.planning.PlannedFunction;
import dev.edgewise.offloader.planning.PlanningView;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The order in which pods ask for moves, as these are rationed: the namespace with the fewest moves is next, with its pod whose delay need is broken worst,
 * then the one on the node where its type does worst, or else that on the worst powered node. So none uses up the rate of all. For one plan.
 */
final class NamespaceTurns {
    private final PlanningView view;
    private final @Nullable Want[] wants;
    private final PriorityQueue<Turn> turns = new PriorityQueue<>(Comparator.<Turn>comparingInt(turn -> turn.moves)
            .thenComparingDouble(turn -> rank(turn.functions.element()))
            .thenComparingInt(turn -> turn.functions.element()));

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
        this.wants = wants;
        Map<String, Turn> byNamespace = new HashMap<>();
        IntStream.range(0, fleet.pods().size())
                .filter(function -> wants[function] != null)
                .boxed()
                .sorted(Comparator.comparingDouble(this::rank))
                .forEach(function -> byNamespace
                        .computeIfAbsent(
                                fleet.pods().get(function).workload().namespace(),
                                namespace -> new Turn(moves.getOrDefault(namespace, 0)))
                        .functions
                        .add(function));
        turns.addAll(byNamespace.values());
    }

    /** Below 0 for violations, which come first; else the charge of the host. */
    private double rank(int function) {
        Want want = wants[function];
        if (want != null && want.cause().isViolation()) {
            // Of a delay above 1, of a reward at most 1.
            return -want.severity();
        }
        PlannedFunction planned = view.functions().get(function);
        return view.nodes().get(planned.host()).percent();
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
