package dev.edgewise.offloader.planning;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** Functions that are alike in all that a search weighs: of those on one node, the first answers for all. */
final class AlikeFunctions {
    private static final int NEVER = -1;

    private final int[] kinds;

    /** In which search each kind was last asked for. */
    private final int[] asked;

    private int search;

    /** How many changes the plan had when a function of the kind found nothing better. */
    private final int[] content;

    private record Kind(int host, long millis, double cores, double requested) {}

    AlikeFunctions(HostedLoad load, PlanningView view) {
        Map<Kind, Integer> numbers = new HashMap<>();
        kinds = new int[view.functions().size()];
        for (int function = 0; function < kinds.length; function++) {
            PlannedFunction planned = view.functions().get(function);
            Kind kind = new Kind(planned.host(), planned.millis(), load.cores(function), load.requested(function));
            kinds[function] = numbers.computeIfAbsent(kind, each -> numbers.size());
        }
        asked = new int[numbers.size()];
        content = new int[numbers.size()];
        forget();
    }

    /** Forgets who found nothing better. */
    void forget() {
        Arrays.fill(content, NEVER);
    }

    /** A function that has not moved found nothing better in the plan as it is after so many changes. */
    void isContent(int function, int changes) {
        content[kinds[function]] = changes;
    }

    /** Whether a function that has not moved need not search, as one that is alike found nothing better in the same plan. */
    boolean mustBeContent(int function, int changes) {
        return content[kinds[function]] == changes;
    }

    /** Begins a search among the functions of one node. */
    void begin() {
        search++;
    }

    /** Whether none that is alike was asked for in this search. */
    boolean isFirst(int function) {
        int kind = kinds[function];
        boolean first = asked[kind] != search;
        asked[kind] = search;
        return first;
    }
}
