package dev.edgewise.offloader.planning;

import java.util.HashMap;
import java.util.Map;

/**
 * The room that nodes keep free for functions that they own, in millicores: for functions at home, and for functions of
 * the same namespace as the function that looks for room. A function of another namespace that says that the node owns
 * it, and is elsewhere, takes no room there.
 */
final class OwnedFunctionReserves {
    private final Map<ReservedCapacityGroup, Long> millis = new HashMap<>();

    /** The number of nodes that own functions of each namespace that are elsewhere. */
    private final Map<String, Integer> nodes = new HashMap<>();

    OwnedFunctionReserves(PlanningView view) {
        view.functions()
                .forEach(function -> millis.merge(ReservedCapacityGroup.of(function), function.millis(), Long::sum));
        millis.keySet().forEach(share -> nodes.merge(share.namespace(), 1, Integer::sum));
    }

    /** The number of nodes that keep more free from functions of that namespace than {@link #atHome}. */
    int nodes(String namespace) {
        return nodes.getOrDefault(namespace, 0);
    }

    /** The room that the node keeps free from functions of every namespace. */
    long atHome(int node) {
        return millis.getOrDefault(ReservedCapacityGroup.atHome(node), 0L);
    }

    /** The room that the node keeps free from functions of that namespace. */
    long of(int node, String namespace) {
        return atHome(node) + millis.getOrDefault(ReservedCapacityGroup.elsewhere(node, namespace), 0L);
    }

    /** Room for the function is not kept any more. */
    void release(PlannedFunction function) {
        millis.merge(ReservedCapacityGroup.of(function), -function.millis(), Long::sum);
    }
}
