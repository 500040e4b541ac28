package dev.edgewise.common;

import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

/** An order in which namespaces take turns, so that one with much to do does not keep the others waiting. */
public final class FairOrder {
    private FairOrder() {}

    private record Turn<T>(int number, T of) {}

    /** The same where nothing goes before others. */
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
        Map<String, Integer> turns = new HashMap<>();
        return elements.sorted(within)
                .map(each -> new Turn<>(turns.merge(namespace.apply(each), 1, Integer::sum), each))
                .sorted(Comparator.<Turn<T>, T>comparing(Turn::of, before).thenComparing(Turn::number))
                .map(Turn::of);
    }
}
