package dev.edgewise.networkprobe.coordinator;

import dev.edgewise.networkprobe.estimates.EstimateTable;
import dev.edgewise.networkprobe.estimation.Neighbour;
import dev.edgewise.networkprobe.pairs.PairTable;
import dev.edgewise.networkprobe.peers.RttMeasurementPlanner;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Feeds the model with what was measured, and updates estimates by it, round by round. It forgets nodes that left the
 * cluster, and estimates of those that cannot be measured: to look at all pairs costs too much for each round, so that
 * is done only after published ones were taken over; else two rounds are compared.
 */
final class EstimateUpdater {
    private final PairTable pairs;
    private final EstimateTable estimates;
    private final RttMeasurementPlanner model;
    private final CoordinatorObserver listener;
    private final EstimateRefreshNodeSelector schedule;
    private final Duration every;
    private Set<String> known = Set.of();
    private Set<String> measurable = Set.of();

    /** @param every time between two turns of a node to be estimated from */
    EstimateUpdater(
            PairTable pairs,
            EstimateTable estimates,
            RttMeasurementPlanner model,
            CoordinatorObserver listener,
            Duration round,
            Duration every) {
        this.pairs = pairs;
        this.estimates = estimates;
        this.model = model;
        this.listener = listener;
        this.schedule = new EstimateRefreshNodeSelector(every.dividedBy(round));
        this.every = every;
    }

    /** Forgets nodes that left since the last call, or are not of the cluster, and names them. */
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
            gone.forEach(model::remove);
        }
        return gone;
    }

    /** Learns from the reports since the last call. What does not answer is not estimated from then on. */
    void learn(Instant now) {
        pairs.drainMeasured((from, to, micros, at) -> {
            model.report(from, to, micros, at);
            estimates.takeMeasured(from, to).ifPresent(estimate -> listener.estimateChecked(estimate, micros));
        });
        Set<String> affected = new HashSet<>();
        pairs.drainSilent((from, to) -> affected.addAll(model.silent(from, to, now)));
        affected.forEach(from -> estimates.removeIf(from, to -> model.isSilent(from, to)));
    }

    /**
     * Estimates for some of the nodes; ends the estimates from and to those that are not well any more, or have no
     * agent.
     */
    void update(Set<String> nodes, Instant now) {
        Set<String> gone = new HashSet<>(measurable);
        gone.removeAll(nodes);
        measurable = nodes;
        if (!gone.isEmpty()) {
            estimates.remove(gone);
        }
        for (String from : schedule.next(nodes, model.isWarm())) {
            // A value that ends before the node's next turn has an estimate by then: the pair is never without a value.
            Set<String> held = pairs.held(from, now.plus(every));
            List<Neighbour> nearest =
                    model.nearest(from, estimates.candidates(), to -> nodes.contains(to) && !held.contains(to));
            estimates.update(from, nearest, now);
        }
    }
}
