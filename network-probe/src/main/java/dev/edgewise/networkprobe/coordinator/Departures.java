package dev.edgewise.networkprobe.coordinator;

import dev.edgewise.networkprobe.estimates.EstimateTable;
import dev.edgewise.networkprobe.pairs.PairTable;
import java.util.HashSet;
import java.util.Set;

/**
 * Which nodes are gone: those that left the cluster, and for estimates those that cannot be measured. To look at all pairs costs
 * too much for each round, so that is done only after published ones were taken over; else two rounds are compared.
 */
final class Departures {
    private final PairTable pairs;
    private final EstimateTable estimates;
    private Set<String> known = Set.of();
    private Set<String> measurable = Set.of();

    Departures(PairTable pairs, EstimateTable estimates) {
        this.pairs = pairs;
        this.estimates = estimates;
    }

    /** Forgets the pairs and estimates of nodes that left since the last call, or are not of the cluster, and names those nodes. */
    Set<String> removeLeft(Set<String> names) {
        Set<String> gone = new HashSet<>(known);
        if (pairs.takeAdopted() | estimates.takeAdopted()) {
            gone.addAll(pairs.nodes());
            gone.addAll(estimates.nodes());
            measurable = estimates.nodes();
        }
        gone.removeAll(names);
        known = names;
        if (!gone.isEmpty()) {
            pairs.remove(gone);
            estimates.remove(gone);
        }
        return gone;
    }

    /** Ends the estimates from and to nodes that are not well any more, or have no agent. */
    void removeUnmeasurable(Set<String> now) {
        Set<String> gone = new HashSet<>(measurable);
        gone.removeAll(now);
        measurable = now;
        if (!gone.isEmpty()) {
            estimates.remove(gone);
        }
    }
}
