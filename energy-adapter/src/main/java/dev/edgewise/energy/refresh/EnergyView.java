package dev.edgewise.energy.refresh;

import dev.edgewise.common.signal.energy.EnergyReading;
import java.util.NavigableMap;

/** The readings that this replica knows: its own while it leads, else those that the leader published. */
@FunctionalInterface
public interface EnergyView {
    /** Returns the readings by node, sorted; including those that are not valid any more. */
    NavigableMap<String, EnergyReading> readings();
}
