package dev.edgewise.networkprobe.peers;

import dev.edgewise.networkprobe.estimation.RttEstimator;
import dev.edgewise.networkprobe.estimation.SiteDistanceMap;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** Pairs of sites that are not measured, or so long ago that they are due again; the most valuable come first. */
final class SitePairs {
    /** Weight of a pair that was measured before. */
    private static final double DUE_AGAIN = 0.5;
    /** Maximum number of sites of which all pairs are considered; above it those of each site with its nearest. */
    private static final int MOST_SITES = 1_000;

    private static final int NEAREST = 64;
    private static final int EFFORT = 8_192;

    private final SiteDistanceMap map;
    private final ProbeValueCalculator information;
    private final RttEstimator estimator;
    private final List<List<PlannerNode>> bySite = new ArrayList<>();
    private final List<Candidate> candidates = new ArrayList<>();

    /** Two sites, given by their healthy nodes, and the estimate between them. */
    record Candidate(List<PlannerNode> first, List<PlannerNode> second, SiteDistanceMap.Middle middle, double value) {}

    private SitePairs(RttEstimator estimator, ProbeValueCalculator information, Map<Integer, PlannerNode> probers) {
        this.estimator = estimator;
        this.map = estimator.map();
        this.information = information;
        for (int site = 0; site < map.sites(); site++) {
            List<PlannerNode> healthy = new ArrayList<>();
            for (int node : map.members(site)) {
                PlannerNode prober = probers.get(node);
                if (prober != null) {
                    healthy.add(prober);
                }
            }
            bySite.add(healthy);
        }
    }

    /** The pairs that are worth a probe, the most valuable first. */
    static List<Candidate> byValue(
            RttEstimator estimator, ProbeValueCalculator information, Map<Integer, PlannerNode> probers) {
        SitePairs pairs = new SitePairs(estimator, information, probers);
        if (exact(pairs.map)) {
            pairs.addAll();
        } else {
            pairs.addNearest();
        }
        pairs.candidates.sort(Comparator.comparingDouble(Candidate::value).reversed());
        return pairs.candidates;
    }

    /** Whether the estimates of candidates are those that everyone gets, not those of a limited search. */
    static boolean exact(SiteDistanceMap map) {
        return map.sites() <= MOST_SITES;
    }

    private void addAll() {
        for (int first = 0; first < map.sites(); first++) {
            for (int second = first + 1; second < map.sites(); second++) {
                if (isOpen(first, second)) {
                    add(first, second, map.between(first, second));
                }
            }
        }
    }

    private void addNearest() {
        @Nullable
        PlannerNode[] one = bySite.stream()
                .map(nodes -> nodes.isEmpty() ? null : nodes.get(0))
                .toArray(PlannerNode[]::new);
        SiteNeighbourhoods neighbourhoods = new SiteNeighbourhoods(one, NEAREST);
        Set<Long> seen = new HashSet<>();
        for (int first = 0; first < map.sites(); first++) {
            IntFunction<SiteDistanceMap.Middle> reach = map.reach(first, EFFORT);
            for (int second : neighbourhoods.nearest(first)) {
                long key = (long) Math.min(first, second) * map.sites() + Math.max(first, second);
                if (isOpen(first, second) && seen.add(key)) {
                    add(first, second, reach.apply(second));
                }
            }
        }
    }

    private boolean isOpen(int first, int second) {
        return !map.fresh(first, second) && !estimator.areResting(first, second);
    }

    private void add(int first, int second, SiteDistanceMap.Middle middle) {
        List<PlannerNode> nodes = bySite.get(first);
        List<PlannerNode> others = bySite.get(second);
        double value = middle.micros() <= 0 || nodes.isEmpty() || others.isEmpty()
                ? 0
                : information.value(middle.micros(), nodes.size(), others.size());
        if (map.measured(first, second)) {
            value *= DUE_AGAIN;
        }
        if (value >= ProbeValueCalculator.LEAST) {
            candidates.add(new Candidate(nodes, others, middle, value));
        }
    }
}
