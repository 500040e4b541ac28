package dev.edgewise.networkprobe.rtt;

import dev.edgewise.networkprobe.nodes.NaturalOrder;
import java.util.Comparator;
import java.util.function.UnaryOperator;

/**
 * The order in which people see nodes: by zone, in each in natural order.
 *
 * @param zoneOf the zone of a node; empty if it has none, or it is not known
 */
record NodeDisplayOrder(UnaryOperator<String> zoneOf) implements Comparator<String> {
    String of(String node) {
        return zoneOf.apply(node);
    }

    @Override
    public int compare(String node, String other) {
        int zones = NaturalOrder.INSTANCE.compare(of(node), of(other));
        return zones == 0 ? NaturalOrder.INSTANCE.compare(node, other) : zones;
    }
}
