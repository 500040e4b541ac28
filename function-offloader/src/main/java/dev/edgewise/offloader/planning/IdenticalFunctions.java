package dev.edgewise.offloader.planning;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** Functions that are alike in all that a search weighs: of those on one node, the first answers for all. */
final class IdenticalFunctions {
    /** Before all moments. */
    static final int NEVER = -1;

    /**
     * The number of kinds of functions that come in exchange: a function goes home, has left home already, or leaves
     * it.
     */
    private static final int PRICES = 3;

    private final int[] sizes;
    private final int[] kinds;

    /** The search in which each size was last asked for, at each price. */
    private final int[] asked;

    private int search;

    /** The moment at which a function of the kind last found nothing better. */
    private final int[] content;

    private record Size(long millis, double cores, double requested) {}

    private record Kind(int host, int size) {}

    IdenticalFunctions(EvaluatedPlacement load, PlanningView view) {
        Map<Size, Integer> numbersOfSizes = new HashMap<>();
        Map<Kind, Integer> numbersOfKinds = new HashMap<>();
        sizes = new int[view.functions().size()];
        kinds = new int[sizes.length];
        for (int function = 0; function < sizes.length; function++) {
            PlannedFunction planned = view.functions().get(function);
            Size size = new Size(planned.millis(), load.cores(function), load.requested(function));
            sizes[function] = number(numbersOfSizes, size);
            kinds[function] = number(numbersOfKinds, new Kind(planned.host(), sizes[function]));
        }
        asked = new int[numbersOfSizes.size() * PRICES];
        content = new int[numbersOfKinds.size()];
        Arrays.fill(content, NEVER);
    }

    private static <T> int number(Map<T, Integer> numbers, T thing) {
        return numbers.computeIfAbsent(thing, each -> numbers.size());
    }

    /** A function that has not moved finds nothing better at that moment. */
    void isContent(int function, int moment) {
        content[kinds[function]] = moment;
    }

    /**
     * The moment at which one that is alike, and had not moved either, last found nothing better; {@link #NEVER} if
     * none did.
     */
    int contentAt(int function) {
        return content[kinds[function]];
    }

    /** Begins a search among the functions of one node. */
    void begin() {
        search++;
    }

    /**
     * Whether none of its size was asked for in this search at that price.
     *
     * @param price of which there is one below 0, 0, and one above
     */
    boolean isFirst(int function, double price) {
        int place = sizes[function] * PRICES + (int) Math.signum(price) + 1;
        boolean first = asked[place] != search;
        asked[place] = search;
        return first;
    }
}
