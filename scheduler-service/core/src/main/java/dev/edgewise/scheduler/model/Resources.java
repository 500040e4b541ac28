package dev.edgewise.scheduler.model;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongBinaryOperator;

/**
 * An amount of each resource.
 *
 * @param milliCpu thousandths of a core
 * @param memory bytes
 * @param ephemeralStorage bytes
 * @param scalars everything else by its resource name (extended resources, huge pages), in whole units or bytes
 */
public record Resources(long milliCpu, long memory, long ephemeralStorage, Map<String, Long> scalars) {
    public static final Resources NONE = new Resources(0, 0, 0, Map.of());

    public Resources {
        scalars = Map.copyOf(scalars);
    }

    public long scalar(String name) {
        return scalars.getOrDefault(name, 0L);
    }

    public Resources plus(Resources other) {
        return combine(other, Long::sum);
    }

    /** Returns the difference; scalars that become zero are removed, or names would accumulate without bound. */
    public Resources minus(Resources other) {
        Resources rest = combine(other, (a, b) -> a - b);
        return rest.scalars.containsValue(0L)
                ? new Resources(rest.milliCpu, rest.memory, rest.ephemeralStorage, withoutZeros(rest.scalars))
                : rest;
    }

    /** The CPU, memory and ephemeral storage of it. */
    public Resources withoutScalars() {
        return scalars.isEmpty() ? this : new Resources(milliCpu, memory, ephemeralStorage, Map.of());
    }

    public Resources max(Resources other) {
        return combine(other, Math::max);
    }

    /** Returns the amounts by name, as Kubernetes writes them: cpu in thousandths, the others in bytes or units. */
    public Map<String, String> quantities() {
        Map<String, String> quantities = new TreeMap<>();
        quantities.put("cpu", milliCpu + "m");
        quantities.put("memory", Long.toString(memory));
        quantities.put("ephemeral-storage", Long.toString(ephemeralStorage));
        scalars.forEach((name, amount) -> quantities.put(name, amount.toString()));
        return quantities;
    }

    public boolean isNone() {
        return milliCpu == 0 && memory == 0 && ephemeralStorage == 0 && scalars.isEmpty();
    }

    private Resources combine(Resources other, LongBinaryOperator operator) {
        return new Resources(
                operator.applyAsLong(milliCpu, other.milliCpu),
                operator.applyAsLong(memory, other.memory),
                operator.applyAsLong(ephemeralStorage, other.ephemeralStorage),
                combineScalars(other.scalars, operator));
    }

    private static Map<String, Long> withoutZeros(Map<String, Long> scalars) {
        Map<String, Long> result = new HashMap<>(scalars);
        result.values().removeIf(amount -> amount == 0);
        return result;
    }

    private Map<String, Long> combineScalars(Map<String, Long> others, LongBinaryOperator operator) {
        if (others.isEmpty()) {
            return scalars;
        }
        Map<String, Long> result = new HashMap<>(scalars);
        others.forEach((name, amount) -> result.put(name, operator.applyAsLong(result.getOrDefault(name, 0L), amount)));
        return result;
    }
}
