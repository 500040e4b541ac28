package dev.edgewise.offloader.plan;

import dev.edgewise.offloader.planning.PlanNode;
import dev.edgewise.offloader.planning.PlanningView;
import dev.edgewise.offloader.safety.MoveAttempts;
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
 * The order in which pods ask for moves, as these are rationed: the namespace with the fewest attempts lately is next, with its pod whose delay need is broken worst, then
 * one on a powerless node, then the one on the node where its type does worst, or else that on the worst powered node. So none uses up the rate of all. For one plan.
 */
final class NamespaceFairOrder {
    private final PlanningView view;
    private final Set<String> powerless;
    private final PriorityQueue<Turn> turns =
            new PriorityQueue<>(Comparator.<Turn, MoveAttempts>comparing(turn -> turn.attempts)
                    .thenComparing(turn -> turn.places.element()));

    private enum Group {
        DELAYS,
        POWERLESS,
        REWARDS,
        REST
    }

    /**
     * A function's place among all.
     *
     * @param within the group: the lowest first
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

    /** A namespace's, of which the next function is the first. */
    private static final class Turn {
        final Deque<Place> places = new ArrayDeque<>();
        MoveAttempts attempts;

        Turn(MoveAttempts attempts) {
            this.attempts = attempts;
        }
    }

    /**
     * A turn for each namespace.
     *
     * @param proposals what is wanted of each function; null for nothing, as of most
     * @param attempts of each namespace that had any
     */
    NamespaceFairOrder(PlanningSnapshot fleet, @Nullable MoveProposal[] proposals, Map<String, MoveAttempts> attempts) {
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
                                namespace -> new Turn(attempts.getOrDefault(namespace, MoveAttempts.NONE)))
                        .places
                        .add(place));
        turns.addAll(byNamespace.values());
    }

    /** The place of a function. The host of a function that no policy moves is not in the view. */
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
     * Takes each function in its turn.
     *
     * @param moves whether it moves, which counts for its namespace
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
