package dev.edgewise.common;

import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** An order in which namespaces take turns, so that one with much to do does not keep the others waiting. */
public final class FairOrder {
    private FairOrder() {}

    /** Elements in turn by namespace, where no element has priority over others. */
    public static <T> Stream<T> inTurn(Stream<T> elements, Function<T, String> namespace, Comparator<T> within) {
        return inTurn(elements, namespace, (one, other) -> 0, within);
    }

    /**
     * The elements in turn: the first of each namespace, then the second of each, and so on.
     *
     * @param before what goes before others, whichever namespace has its turn
     * @param within the order of a namespace's own, and of those whose turn is the same
     */
    public static <T> Stream<T> inTurn(
            Stream<T> elements, Function<T, String> namespace, Comparator<T> before, Comparator<T> within) {
        Counting<T> counting = new Counting<>(namespace, before);
        return elements.sorted(before.thenComparing(within))
                .map(counting::turn)
                .sorted(Turn.order(before))
                .map(Turn::of);
    }

    private record Turn<T>(int number, T of) {
        static <T> Comparator<Turn<T>> order(Comparator<T> before) {
            return Comparator.<Turn<T>, T>comparing(Turn::of, before).thenComparing(Turn::number);
        }
    }

    /** Numbers elements that come in order: what goes before others takes no turns of theirs. */
    private static final class Counting<T> {
        private final Function<T, String> namespace;
        private final Comparator<T> before;
        private final Map<String, Integer> turns = new HashMap<>();
        private @Nullable T last;

        Counting(Function<T, String> namespace, Comparator<T> before) {
            this.namespace = namespace;
            this.before = before;
        }

        Turn<T> turn(T next) {
            T previous = last;
            if (previous != null && before.compare(previous, next) != 0) {
                turns.clear();
            }
            last = next;
            return new Turn<>(turns.merge(namespace.apply(next), 1, Integer::sum), next);
        }
    }
}
