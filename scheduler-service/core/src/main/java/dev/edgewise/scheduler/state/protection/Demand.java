package dev.edgewise.scheduler.state.protection;

import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.Resources;
import java.util.Map;
import java.util.TreeMap;

/**
 * What some pods need together.
 *
 * @param resources the sum of their requests
 * @param pods how many they are
 */
public record Demand(Resources resources, int pods) {
    public static final Demand NONE = new Demand(Resources.NONE, 0);

    public static Demand of(Pod pod) {
        return new Demand(pod.spec().requests().needed(), 1);
    }

    public Demand plus(Demand other) {
        return new Demand(resources.plus(other.resources), pods + other.pods);
    }

    public Demand minus(Demand other) {
        return new Demand(resources.minus(other.resources), pods - other.pods);
    }

    /** The larger one of each amount. */
    public Demand max(Demand other) {
        return new Demand(resources.max(other.resources), Math.max(pods, other.pods));
    }

    /** By name, as Kubernetes writes them, with {@code pods}. */
    public Map<String, String> quantities() {
        Map<String, String> quantities = new TreeMap<>(resources.quantities());
        quantities.put("pods", Integer.toString(pods));
        return quantities;
    }

    public boolean isNone() {
        return pods == 0;
    }
}
