package dev.edgewise.energy.series;

import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Values of each node by slot of time; after the last slot the first follows again. Immutable. */
public final class NodeTimeSeries {
    /** A series without values. */
    public static final NodeTimeSeries NONE = new NodeTimeSeries(new double[] {0}, 1, Map.of());

    private final double[] beginSeconds;
    private final double periodSeconds;
    private final Map<String, double[]> values;

    /**
     * @param beginSeconds when each slot begins, ascending, the first at 0
     * @param periodSeconds when the last slot ends
     * @param values of each node, one for each slot
     */
    NodeTimeSeries(double[] beginSeconds, double periodSeconds, Map<String, double[]> values) {
        this.beginSeconds = beginSeconds.clone();
        this.periodSeconds = periodSeconds;
        this.values = Map.copyOf(values);
    }

    /** A series of slots of the same length, without a file. */
    public static NodeTimeSeries of(Duration slot, Map<String, List<Double>> values) {
        int slots = values.values().iterator().next().size();
        double seconds = slot.toNanos() / 1e9;
        double[] begins = new double[slots];
        Arrays.setAll(begins, i -> i * seconds);
        Map<String, double[]> copies = new HashMap<>();
        values.forEach((node, each) ->
                copies.put(node, each.stream().mapToDouble(Double::doubleValue).toArray()));
        return new NodeTimeSeries(begins, slots * seconds, copies);
    }

    public Set<String> nodes() {
        return values.keySet();
    }

    /** The value of a node in the slot of that time; empty if the node has none. */
    public Optional<Double> value(String node, double elapsedSeconds) {
        double[] own = values.get(node);
        return own == null ? Optional.empty() : Optional.of(own[slot(elapsedSeconds)]);
    }

    /**
     * Amount per hour at that time, such as mW for mWh, where each value is an amount spread evenly over its slot. 0 if
     * the node has no values.
     */
    public double perHour(String node, double elapsedSeconds) {
        double[] own = values.get(node);
        if (own == null) {
            return 0;
        }
        int slot = slot(elapsedSeconds);
        double end = slot + 1 < beginSeconds.length ? beginSeconds[slot + 1] : periodSeconds;
        return own[slot] * 3_600 / (end - beginSeconds[slot]);
    }

    private int slot(double elapsedSeconds) {
        double at = Math.max(0, elapsedSeconds) % periodSeconds;
        int found = Arrays.binarySearch(beginSeconds, at);
        return found >= 0 ? found : -found - 2;
    }
}
