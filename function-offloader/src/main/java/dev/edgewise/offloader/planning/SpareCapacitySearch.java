package dev.edgewise.offloader.planning;

import java.util.HashMap;
import java.util.Map;
import java.util.function.IntToLongFunction;

/** Finds hosts, in the order of charge, that have room for a function beside what they keep for their own. */
final class SpareCapacitySearch {
    /**
     * The most nodes that keep more for a namespace than for others and are passed by one at a time; more need an index
     * of their own.
     */
    private static final int FEW = 32;

    private final int[] byCharge;
    private final OwnedFunctionReserves kept;
    private final IntToLongFunction left;

    /** The nodes by the room that is left for namespaces that no node keeps more for. */
    private final FirstFitTree forAll;

    private final Map<String, FirstFitTree> forNamespace = new HashMap<>();

    /** @param left what a node has left now; if it becomes more, or less is kept, {@link #raise} must follow */
    SpareCapacitySearch(int[] byCharge, OwnedFunctionReserves kept, IntToLongFunction left) {
        this.byCharge = byCharge;
        this.kept = kept;
        this.left = left;
        forAll = new FirstFitTree(
                byCharge.length, place -> left.applyAsLong(byCharge[place]) - kept.atHome(byCharge[place]));
    }

    /**
     * The first place from {@code begin} to below {@code end} whose node has room; {@link FirstFitTree#NONE} if there
     * is none.
     */
    int find(PlannedFunction function, int begin, int end) {
        String namespace = function.namespace();
        long needed = function.millis();
        if (kept.nodes(namespace) > FEW) {
            return forNamespace.computeIfAbsent(namespace, this::index).find(needed, begin, end);
        }
        int place = forAll.find(needed, begin, end);
        while (place != FirstFitTree.NONE && left(byCharge[place], namespace) < needed) {
            place = forAll.find(needed, place + 1, end);
        }
        return place;
    }

    /** The room of the node for functions of the namespace that it does not own. */
    long left(int node, String namespace) {
        return left.applyAsLong(node) - kept.of(node, namespace);
    }

    private FirstFitTree index(String namespace) {
        return new FirstFitTree(byCharge.length, place -> left(byCharge[place], namespace));
    }

    /** The function's owner, at that place, does not keep room for it any more. */
    void raise(PlannedFunction gone, int place) {
        if (gone.isHome()) {
            forAll.raise(place);
            forNamespace.values().forEach(index -> index.raise(place));
            return;
        }
        FirstFitTree index = forNamespace.get(gone.namespace());
        if (index != null) {
            index.raise(place);
        }
    }
}
