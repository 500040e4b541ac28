package dev.edgewise.energy.refresh;

import dev.edgewise.common.signal.energy.EnergyReading;
import java.util.NavigableMap;

/** The readings that this replica knows: its own while it leads, else those that the leader published. */
@FunctionalInterface
public interface EnergyView {
    /** By node, sorted; those that are not valid any more among them. */
    NavigableMap<String, EnergyReading> readings();
}
