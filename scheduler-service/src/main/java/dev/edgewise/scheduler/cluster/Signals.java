package dev.edgewise.scheduler.cluster;

import dev.edgewise.common.signal.energy.EnergyReading;
import dev.edgewise.scheduler.energy.EnergyIndex;
import dev.edgewise.scheduler.rtt.Rtt;
import dev.edgewise.scheduler.rtt.RttIndex;
import java.util.Map;

/**
 * What signals say of the nodes at one moment: one component for each kind. Immutable.
 *
 * @param rtt the round-trip times between nodes
 * @param energy the last reading of each node
 */
public record Signals(RttIndex rtt, EnergyIndex energy) {
    /** What a change made of the signals. */
    public record Change(Signals before, Signals after) {}

    static Signals none() {
        return new Signals(RttIndex.empty(), EnergyIndex.EMPTY);
    }

    /** Replaces what is known of the round-trip times from one node; an empty map forgets them. */
    public Signals withRtt(String from, Map<String, Rtt> times) {
        return new Signals(rtt.with(from, times), energy);
    }

    /** Replaces the readings of all nodes. */
    public Signals withEnergy(Map<String, EnergyReading> readings) {
        return new Signals(rtt, EnergyIndex.of(readings));
    }

    /** These signals once the node was deleted. */
    Signals afterDeletion(String node) {
        return new Signals(rtt.forgetting(), energy.without(node));
    }
}
