package dev.edgewise.networkprobe.estimation;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** Confined to one thread. */
public final class RttEstimator {
    public RttEstimator(EstimationSettings settings, RandomGenerator random) {}

    /**
     * Takes a measurement: the median or minimum of several echoes. It replaces what this direction of the pair had.
     *
     * @param micros round-trip time in microseconds, ≥ 0; zero counts as 1
     */
    public void report(String from, String to, long micros, Instant at) {
        throw new UnsupportedOperationException();
    }

    /**
     * The round-trip time of a pair. A measured pair answers at once with its newest value; the others as of the last
     * {@link #refresh}.
     *
     * @return nothing if one of the nodes was never measured
     */
    public Optional<Estimate> estimate(String from, String to) {
        throw new UnsupportedOperationException();
    }

    /** The estimates from one node to all others that have one, by name: cheaper than one by one. */
    public Map<String, Estimate> estimates(String from) {
        throw new UnsupportedOperationException();
    }

    /** The site of each node: its number, from 0; valid until the next refresh. Nodes of one site are ≤ 1 ms apart. */
    public Map<String, Integer> sites() {
        throw new UnsupportedOperationException();
    }

    /** Forgets a node that left for good: its measurements, site, coordinates. A node that is only away ages out by itself. */
    public void remove(String node) {
        throw new UnsupportedOperationException();
    }

    /** Forgets what is too old and lets all that was reported flow into sites, medians, coordinates and bounds. */
    public void refresh(Instant now) {
        throw new UnsupportedOperationException();
    }

    /**
     * The self check: false when audits show that this network is not one that can be estimated. Then only measured pairs
     * have a finite upper bound.
     */
    public boolean trusted() {
        throw new UnsupportedOperationException();
    }
}
