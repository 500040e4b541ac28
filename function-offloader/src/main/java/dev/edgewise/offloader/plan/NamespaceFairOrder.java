package dev.edgewise.offloader.plan;

import dev.edgewise.offloader.planning.PlanNode;
import dev.edgewise.offloader.planning.PlanningView;
import dev.edgewise.offloader.safety.NamespaceMoves;
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
 * The order in which pods are considered for a move. Only some may move in a period, so namespaces take turns: the one
 * with the fewest attempts in the last period is next. Of its pods comes first the one whose delay need is broken
 * worst, then one on a powerless node, then the one in quarantine with the lowest reward, then the one on the worst
 * powered node. So no namespace uses the whole rate while others need it. Serves one plan.
 */
final class NamespaceFairOrder {
    private final PlanningView view;
    private final Set<String> powerless;
    private final PriorityQueue<Turn> turns =
            new PriorityQueue<>(Comparator.<Turn, NamespaceMoves>comparing(turn -> turn.attempts)
                    .thenComparing(turn -> turn.places.element()));

    private enum Group {
        DELAYS,
        POWERLESS,
        REWARDS,
        REST
    }

    /**
     * The place of a function in the order of its namespace.
     *
     * @param within value by which the functions of a group are sorted, the lowest first
     */
    private record Place(Group group, double within, int function) implements Comparable<Place> {
        private static final Comparator<Place> ORDER = Comparator.comparing(Place::group)
                .thenComparingDouble(Place::within)
                .thenComparingInt(Place::function);

        @Override
        public int compareTo(Place other) {
            return ORDER.compare(this, other);
        }
    }

    /** The functions of a namespace that are left, the next one first, and the attempts of the namespace so far. */
    private static final class Turn {
        final Deque<Place> places = new ArrayDeque<>();
        NamespaceMoves attempts;

        Turn(NamespaceMoves attempts) {
            this.attempts = attempts;
        }
    }

    /**
     * Sorts the functions that a move is proposed for.
     *
     * @param proposals the proposed move of each function; null if there is none
     * @param attempts attempts in the last period, by namespace; a namespace without any may be missing
     */
    NamespaceFairOrder(
            PlanningSnapshot fleet, @Nullable MoveProposal[] proposals, Map<String, NamespaceMoves> attempts) {
        this.view = fleet.view();
        this.powerless = fleet.powerless();
        Map<String, Turn> byNamespace = new HashMap<>();
        IntStream.range(0, fleet.pods().size())
                .filter(function -> proposals[function] != null)
                .mapToObj(function -> place(function, Objects.requireNonNull(proposals[function])))
                .sorted()
                .forEach(place -> byNamespace
                        .computeIfAbsent(
                                fleet.pods().get(place.function()).workload().namespace(),
                                namespace -> new Turn(attempts.getOrDefault(namespace, NamespaceMoves.NONE)))
                        .places
                        .add(place));
        turns.addAll(byNamespace.values());
    }

    /** Returns the place of a function. The view has no host for a function that no policy moves. */
    private Place place(int function, MoveProposal proposal) {
        if (proposal.cause() == MoveCause.DELAY) {
            return new Place(Group.DELAYS, -proposal.severity(), function);
        }
        if (function < view.functions().size()) {
            PlanNode host = view.nodes().get(view.functions().get(function).host());
            if (powerless.contains(host.name())) {
                return new Place(Group.POWERLESS, host.percent(), function);
            }
            if (proposal.cause() != MoveCause.REWARD) {
                return new Place(Group.REST, host.percent(), function);
            }
        }
        return new Place(Group.REWARDS, -proposal.severity(), function);
    }

    /**
     * Calls the predicate for each function in this order.
     *
     * @param moves returns whether the function moves, which counts as an attempt of its namespace
     */
    void forEach(IntPredicate moves) {
        while (!turns.isEmpty()) {
            Turn turn = turns.remove();
            if (moves.test(turn.places.remove().function())) {
                turn.attempts = turn.attempts.andNext();
            }
            if (!turn.places.isEmpty()) {
                turns.add(turn);
            }
        }
    }
}
