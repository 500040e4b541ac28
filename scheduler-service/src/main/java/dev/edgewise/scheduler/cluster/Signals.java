package dev.edgewise.scheduler.cluster;

import dev.edgewise.scheduler.rtt.Rtt;
import dev.edgewise.scheduler.rtt.RttIndex;
import java.util.Map;

/**
 * What signals say of the nodes at one moment: one component for each kind. Immutable.
 *
 * @param rtt the round-trip times between nodes
 */
public record Signals(RttIndex rtt) {
    static Signals none() {
        return new Signals(RttIndex.empty());
    }

    /** Replaces what is known of the round-trip times from one node; an empty map forgets them. */
    public Signals withRtt(String from, Map<String, Rtt> times) {
        return new Signals(rtt.with(from, times));
    }

    /** These signals once one more node was deleted. */
    Signals afterDeletion() {
        return new Signals(rtt.forgetting());
    }
}
