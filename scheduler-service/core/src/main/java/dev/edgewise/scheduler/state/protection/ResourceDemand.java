package dev.edgewise.scheduler.state.protection;

import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.Resources;
import java.util.Map;
import java.util.TreeMap;

/**
 * The total requests of some pods.
 *
 * @param resources the sum of their requests
 * @param pods how many they are
 */
public record ResourceDemand(Resources resources, int pods) {
    public static final ResourceDemand NONE = new ResourceDemand(Resources.NONE, 0);

    public static ResourceDemand of(Pod pod) {
        return new ResourceDemand(pod.spec().requests().needed(), 1);
    }

    public ResourceDemand plus(ResourceDemand other) {
        return new ResourceDemand(resources.plus(other.resources), pods + other.pods);
    }

    public ResourceDemand minus(ResourceDemand other) {
        return new ResourceDemand(resources.minus(other.resources), pods - other.pods);
    }

    /** The larger one of each amount. */
    public ResourceDemand max(ResourceDemand other) {
        return new ResourceDemand(resources.max(other.resources), Math.max(pods, other.pods));
    }

    /** Returns the amounts by name, as Kubernetes writes them, with {@code pods}. */
    public Map<String, String> quantities() {
        Map<String, String> quantities = new TreeMap<>(resources.quantities());
        quantities.put("pods", Integer.toString(pods));
        return quantities;
    }

    public boolean isNone() {
        return pods == 0;
    }
}
