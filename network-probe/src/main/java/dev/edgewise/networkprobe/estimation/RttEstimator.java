package dev.edgewise.networkprobe.estimation;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;

/**
 * Knows the round-trip time of every two nodes from a few measured pairs. Nodes at most 1 ms apart form a site; what is
 * measured between two sites holds for all their nodes; what is not measured is the geometric mean of the shortest path
 * over measured pairs and the distance in Vivaldi coordinates. Bounds are quantiles of how wrong earlier estimates
 * were.
 *
 * <p>Confined to one thread.
 */
public final class RttEstimator {
    private static final int RECENT_SHARE = 4;
    private static final long EPOCH = Instant.parse("2026-01-01T00:00:00Z").getEpochSecond();

    private final double level;
    /** Maximum age of a measurement, in seconds, and the age up to which it is as good as new. */
    private final int maxAge;

    private final int recent;
    private final RandomGenerator random;
    private final NodeNumbers nodes = new NodeNumbers();
    private final MeasuredPairs pairs = new MeasuredPairs();
    private final EstimateVerification expectations = new EstimateVerification();
    private final UnansweredPairs silence = new UnansweredPairs();
    private PairEstimates current;

    /**
     * @param level probability that the true value keeps to a bound, 0.5..0.99; 0.85 accepts nine of ten pairs truly
     *     within a limit at a precision of 0.97 and more, 0.95 is strict
     * @param maxAge how long a measurement counts; positive
     */
    public RttEstimator(double level, Duration maxAge, RandomGenerator random) {
        this.level = level;
        this.maxAge = (int) Math.min(Integer.MAX_VALUE / 2, maxAge.toSeconds());
        this.recent = this.maxAge / RECENT_SHARE;
        this.random = random;
        this.current = new PairEstimates(
                pairs,
                silence,
                SiteDistanceMap.empty(),
                new EstimateBounds(new EstimateResiduals(), level),
                true,
                Integer.MIN_VALUE);
    }

    /**
     * Takes a measurement: the median or minimum of several echoes. It replaces what this direction of the pair had.
     *
     * @param micros round-trip time in µs, ≥ 0; zero counts as 1
     * @throws IllegalArgumentException if it is negative or more than half an hour, or the nodes are the same
     */
    public void report(String from, String to, long micros, Instant at) {
        if (micros < 0 || micros > Integer.MAX_VALUE) {
            throw new IllegalArgumentException(
                    "micros is " + micros + ": it must be in 0.." + Integer.MAX_VALUE + " microseconds");
        }
        if (from.equals(to)) {
            throw new IllegalArgumentException("from and to are both " + from + ": they must be two nodes");
        }
        int value = (int) Math.max(1, micros);
        NodePair pair = new NodePair(nodes.add(from), nodes.add(to));
        int seconds = seconds(at);
        expectations.reported(pair, value, pairs, seconds - recent);
        pairs.put(pair.from(), pair.to(), value, seconds);
        current.answered(pair.from(), pair.to());
    }

    /** Seconds since 2026, which fit into an int until 2094. */
    private static int seconds(Instant at) {
        return (int) (at.getEpochSecond() - EPOCH);
    }

    /**
     * Takes that a pair was probed for some time and did not answer: neither it nor the other direction is estimated,
     * nor any pair of their two sites if none of those was measured, until it answers or that is as old as measurements
     * may become.
     *
     * @return whether that is news
     */
    public boolean silent(String from, String to, Instant at) {
        NodePair pair = new NodePair(nodes.add(from), nodes.add(to));
        int seconds = seconds(at);
        pairs.remove(pair.from(), pair.to());
        current.silent(pair.from(), pair.to(), seconds);
        return silence.add(pair, expectations.silent(pair), seconds);
    }

    /** Whether a pair is not estimated because it, or its sites, were probed without an answer. */
    public boolean isSilent(String from, String to) {
        int first = nodes.find(from);
        int second = nodes.find(to);
        return first >= 0 && second >= 0 && current.isSilent(first, second);
    }

    /** The names of the nodes at a node's site, its own included; itself if it is at none. */
    public List<String> mates(String node) {
        int id = nodes.find(node);
        int site = id < 0 ? -1 : map().siteOf(id);
        return site < 0
                ? List.of(node)
                : Arrays.stream(map().members(site))
                        .mapToObj(nodes::name)
                        .filter(Objects::nonNull)
                        .toList();
    }

    /**
     * Whether two sites were probed recently, without an answer: not worth another probe for a quarter of the time that
     * counts.
     */
    public boolean areResting(int first, int second) {
        return current.areResting(first, second);
    }

    /**
     * The estimates from one node to all others that have one, by name. A measured pair answers at once with its newest
     * value; the others as of the last {@link #refresh}.
     */
    public Map<String, Estimate> estimates(String from) {
        return nearest(from, Integer.MAX_VALUE, name -> true).stream()
                .collect(Collectors.toMap(Neighbour::node, Neighbour::estimate));
    }

    /** Returns up to {@code most} matching nodes that are nearest to one, ascending by estimate. */
    public List<Neighbour> nearest(String from, int most, Predicate<String> wanted) {
        int node = nodes.find(from);
        return node < 0 ? List.of() : new NearestNodes(nodes, pairs, current).find(node, most, wanted);
    }

    /** The number of each node's site, from 0, as of the last refresh. */
    public Map<String, Integer> sites() {
        Map<String, Integer> sites = new HashMap<>();
        nodes.forEach((name, node) -> {
            if (map().siteOf(node) >= 0) {
                sites.put(name, map().siteOf(node));
            }
        });
        return sites;
    }

    /**
     * Forgets a node that left permanently: its measurements, site, coordinates. A node that is only unreachable ages
     * out by itself.
     */
    public void remove(String node) {
        int id = nodes.remove(node);
        if (id >= 0) {
            pairs.remove(id);
            expectations.remove(id);
            silence.remove(id);
        }
    }

    /** Forgets what is too old and lets all that was reported flow into sites, medians, coordinates and bounds. */
    public void refresh(Instant now) {
        int seconds = seconds(now);
        pairs.expire(seconds - maxAge);
        silence.expire(seconds - maxAge);
        boolean[] present = new boolean[nodes.capacity()];
        nodes.forEach((name, node) -> present[node] = true);
        SiteMembership sites = new SiteBuilder(pairs, present, seconds - maxAge / 2).build(map().sitesNow());
        SiteGraph graph = SiteGraphBuilder.build(pairs, sites, seconds - maxAge / 2);
        SiteDistanceMap map =
                new SiteDistanceMap(sites, graph, SiteCoordinates.of(graph, sites, map().coordinates(), random));
        boolean[] heard = pairs.heard(nodes.capacity());
        int[] unanswered = silence.counts(heard);
        expectations.countOverdue(heard, unanswered);
        EstimateBounds bounds = new EstimateBounds(expectations.residuals(), unanswered, level);
        current = new PairEstimates(pairs, silence, map, bounds, expectations.trusted(), seconds - recent);
        nodes.recycle();
    }

    /** The self check as of the last refresh: false when verifications show that this network cannot be estimated. */
    boolean trusted() {
        return current.trusted();
    }

    /** The map of the last refresh, for who decides what to measure next. */
    public SiteDistanceMap map() {
        return current.map();
    }

    /** The number of a node, given now if it has none; it holds until the node is removed. */
    public int id(String node) {
        return nodes.add(node);
    }

    /** The measured round-trip time of two nodes in µs, in this direction or else the other; −1 if there is none. */
    public int measured(int from, int to) {
        return pairs.micros(from, to);
    }

    /** Whether two nodes were measured from the second to the first, and not the other way. */
    public boolean measuredOnlyBack(int from, int to) {
        return pairs.directed(from, to) < 0 && pairs.directed(to, from) >= 0;
    }

    /** Announces that a pair is about to be measured, so that its estimate can be judged by the next report. */
    public void expect(NodePair pair, SiteDistanceMap.Middle middle, MeasurementPurpose purpose) {
        expectations.expect(pair, middle, purpose);
    }

    /** Gives up what was announced. */
    public void giveUp() {
        expectations.giveUp();
    }
}
