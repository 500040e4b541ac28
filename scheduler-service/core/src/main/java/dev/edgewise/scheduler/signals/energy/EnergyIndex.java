package dev.edgewise.scheduler.signals.energy;

import dev.edgewise.common.signal.energy.EnergyReading;
import dev.edgewise.scheduler.facts.FactKey;
import dev.edgewise.scheduler.facts.FactUpdateRule;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The last reading of each node. Immutable. */
public final class EnergyIndex {
    public static final EnergyIndex EMPTY = new EnergyIndex(Map.of());
    public static final FactKey<EnergyIndex> FACT = FactKey.of("energy", EMPTY, new FactUpdateRule<>() {
        @Override
        public EnergyIndex withoutNode(EnergyIndex index, String node) {
            return index.without(node);
        }
    });

    private final Map<String, EnergyReading> readings;

    private EnergyIndex(Map<String, EnergyReading> readings) {
        this.readings = readings;
    }

    /** An index of these readings, by node. */
    public static EnergyIndex of(Map<String, EnergyReading> readings) {
        return readings.isEmpty() ? EMPTY : new EnergyIndex(Map.copyOf(readings));
    }

    /** This index once the node was deleted. */
    public EnergyIndex without(String node) {
        if (!readings.containsKey(node)) {
            return this;
        }
        Map<String, EnergyReading> rest = new HashMap<>(readings);
        rest.remove(node);
        return of(rest);
    }

    /** The node's reading, stale or not; null if there is none. */
    public @Nullable EnergyReading of(String node) {
        return readings.get(node);
    }

    public boolean isEmpty() {
        return readings.isEmpty();
    }

    /** Returns whether both know the same nodes at the same levels. */
    public boolean hasLevelsOf(EnergyIndex other) {
        return this == other
                || readings.size() == other.readings.size()
                        && readings.entrySet().stream().allMatch(known -> other.has(known.getKey(), known.getValue()));
    }

    private boolean has(String node, EnergyReading like) {
        EnergyReading own = readings.get(node);
        return own != null && own.level() == like.level();
    }
}
