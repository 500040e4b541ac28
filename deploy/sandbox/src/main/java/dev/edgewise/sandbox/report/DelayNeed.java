package dev.edgewise.sandbox.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;

/**
 * Need of a label {@code delay_<reference>: "<ms>"}.
 *
 * @param reference a node, or a workload
 * @param value the label's value as it was written; see {@link #limitMs()}
 */
public record DelayNeed(String reference, String value) {
    private static final String PREFIX = "delay_";

    /** The needs among a pod's labels, ordered by reference. All of them must hold. */
    public static List<DelayNeed> of(Map<String, String> labels) {
        List<DelayNeed> needs = new ArrayList<>();
        new TreeMap<>(labels).forEach((key, value) -> {
            if (key.startsWith(PREFIX)) {
                needs.add(new DelayNeed(key.substring(PREFIX.length()), value));
            }
        });
        return List.copyOf(needs);
    }

    /** The longest delay that is allowed, in ms; empty if the value is no such number. */
    public OptionalDouble limitMs() {
        try {
            double ms = Double.parseDouble(value);
            return ms >= 0 && Double.isFinite(ms) ? OptionalDouble.of(ms) : OptionalDouble.empty();
        } catch (NumberFormatException e) {
            return OptionalDouble.empty();
        }
    }

    @Override
    public String toString() {
        return reference + " <= " + value + " ms";
    }
}
