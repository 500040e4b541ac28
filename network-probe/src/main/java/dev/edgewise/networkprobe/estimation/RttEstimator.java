package dev.edgewise.networkprobe.estimation;

import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Knows the round-trip time of every two nodes from a few measured pairs. Nodes at most 1 ms apart form a site; what is measured
 * between two sites holds for all their nodes; what is not measured is the geometric mean of the shortest path over measured
 * pairs and the distance in Vivaldi coordinates. Bounds are quantiles of how wrong earlier estimates were.
 *
 * <p>Confined to one thread.
 */
public final class RttEstimator {
    private static final int RECENT_SHARE = 4;
    private static final long EPOCH = Instant.parse("2026-01-01T00:00:00Z").getEpochSecond();

    private final EstimationSettings settings;
    private final RandomGenerator random;
    private final Nodes nodes = new Nodes();
    private final MeasuredPairs pairs = new MeasuredPairs();
    private final EstimateAudit expectations = new EstimateAudit();
    private final Silence silence = new Silence();
    private SiteMap map = SiteMap.empty();
    private SilentSites silentSites = new SilentSites(map);
    private Bounds bounds;
    private boolean trusted = true;
    private int refreshedSeconds = Integer.MIN_VALUE / 2;

    public RttEstimator(EstimationSettings settings, RandomGenerator random) {
        this.settings = settings;
        this.random = random;
        this.bounds = new Bounds(new Residuals(), settings.level());
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
        expectations.reported(pair, value);
        learnFromBefore(pair, value, seconds);
        pairs.put(pair.from(), pair.to(), value, seconds);
        silence.remove(pair.from(), pair.to());
        silentSites.remove(map.siteOf(pair.from()), map.siteOf(pair.to()));
    }

    /** How far off it would have been to go by what was measured of the same pair long before, or the other way. */
    private void learnFromBefore(NodePair pair, int micros, int seconds) {
        int before = pairs.directed(pair.from(), pair.to());
        int reverse = pairs.directed(pair.to(), pair.from());
        if (before > 0 && pairs.seconds(pair.from(), pair.to()) <= seconds - recentSeconds()) {
            expectations.residuals().add(Basis.AGED, before, micros);
        } else if (before < 0 && reverse > 0) {
            expectations.residuals().add(Basis.REVERSE, reverse, micros);
        }
    }

    /** Seconds since 2026, which fit into an int until 2094. */
    private static int seconds(Instant at) {
        return (int) (at.getEpochSecond() - EPOCH);
    }

    /** How long a measurement is as good as new: a quarter of the time for which it counts at all. */
    private int recentSeconds() {
        return (int) Math.min(Integer.MAX_VALUE / 2, settings.maxAge().toSeconds() / RECENT_SHARE);
    }

    /**
     * Takes that a pair was probed for some time and did not answer: neither it nor the other direction is estimated, nor any pair
     * of their two sites if none of those was measured, until it answers or that is as old as measurements may become.
     *
     * @return whether that is news
     */
    public boolean silent(String from, String to, Instant at) {
        NodePair pair = new NodePair(nodes.add(from), nodes.add(to));
        int seconds = seconds(at);
        pairs.remove(pair.from(), pair.to());
        silentSites.add(map.siteOf(pair.from()), map.siteOf(pair.to()), seconds);
        return silence.add(pair, expectations.silent(pair), seconds);
    }

    /** Whether a pair is not estimated because it, or its sites, were probed without an answer. */
    public boolean isSilent(String from, String to) {
        int first = nodes.find(from);
        int second = nodes.find(to);
        return first >= 0 && second >= 0 && isSilent(first, second);
    }

    /** The names of the nodes at a node's site, its own included; itself if it is at none. */
    public List<String> mates(String node) {
        int id = nodes.find(node);
        int site = id < 0 ? -1 : map.siteOf(id);
        return site < 0
                ? List.of(node)
                : Arrays.stream(map.members(site))
                        .mapToObj(nodes::name)
                        .filter(Objects::nonNull)
                        .toList();
    }

    /** Whether two sites were probed lately, without an answer: not worth another probe for a quarter of the time that counts. */
    public boolean areResting(int first, int second) {
        return silentSites.triedSince(first, second, refreshedSeconds - recentSeconds());
    }

    /**
     * The round-trip time of a pair. A measured pair answers at once with its newest value; the others as of the last
     * {@link #refresh}.
     *
     * @return nothing if nothing is known of it: one of the nodes was not measured, or both are the same
     */
    public Optional<Estimate> estimate(String from, String to) {
        int first = nodes.find(from);
        int second = nodes.find(to);
        return first < 0 || second < 0 || first == second ? Optional.empty() : Optional.ofNullable(find(first, second));
    }

    /** The estimates from one node to all others that have one, by name. */
    public Map<String, Estimate> estimates(String from) {
        Map<String, Estimate> estimates = new HashMap<>();
        int first = nodes.find(from);
        for (int second = 0; first >= 0 && second < nodes.capacity(); second++) {
            String name = nodes.name(second);
            Estimate estimate = name == null || first == second ? null : find(first, second);
            if (name != null && estimate != null) {
                estimates.put(name, estimate);
            }
        }
        return estimates;
    }

    /** Of the wanted nodes those so many that are nearest to one, ascending; fewer if of fewer anything is known. */
    public List<Neighbour> nearest(String from, int most, Predicate<String> wanted) {
        int node = nodes.find(from);
        return node < 0 ? List.of() : new NearestNodes(nodes, pairs, map).find(node, most, wanted, this::find);
    }

    /** The number of each node's site, from 0, as of the last refresh. */
    public Map<String, Integer> sites() {
        Map<String, Integer> sites = new HashMap<>();
        for (int node = 0; node < nodes.capacity(); node++) {
            String name = nodes.name(node);
            if (name != null && map.siteOf(node) >= 0) {
                sites.put(name, map.siteOf(node));
            }
        }
        return sites;
    }

    /** Forgets a node that left for good: its measurements, site, coordinates. A node that is only away ages out by itself. */
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
        refreshedSeconds = seconds;
        int maxAge = (int) Math.min(Integer.MAX_VALUE / 2, settings.maxAge().toSeconds());
        pairs.expire(seconds - maxAge);
        silence.expire(seconds - maxAge);
        boolean[] present = new boolean[nodes.capacity()];
        for (int node = 0; node < present.length; node++) {
            present[node] = nodes.name(node) != null;
        }
        Sites sites = Sites.of(pairs, present, map.sitesNow(), seconds - maxAge / 2);
        SiteGraph graph = SiteGraphBuilder.build(pairs, sites, seconds - maxAge / 2);
        map = new SiteMap(sites, graph, Coordinates.of(graph, sites, map.coordinates(), random));
        silentSites = SilentSites.of(silence, map);
        boolean[] heard = pairs.heard(nodes.capacity());
        int[] unanswered = silence.counts(heard);
        expectations.countOverdue(heard, unanswered);
        bounds = new Bounds(expectations.residuals(), unanswered, settings.level());
        trusted = expectations.trusted();
        nodes.recycle();
    }

    /**
     * The self check as of the last refresh: false when audits show that this network is not one that can be estimated. Then
     * only measured pairs have a finite upper bound.
     */
    public boolean trusted() {
        return trusted;
    }

    /** The map of the last refresh, for who decides what to measure next. */
    public SiteMap map() {
        return map;
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
    public void expect(NodePair pair, SiteMap.Middle middle, Purpose purpose) {
        expectations.expect(pair, middle, purpose);
    }

    /** No longer expects what was announced. */
    public void giveUp() {
        expectations.giveUp();
    }

    private boolean isSilent(int first, int second) {
        return silence.between(first, second) || silentSites.contains(map.siteOf(first), map.siteOf(second));
    }

    private @Nullable Estimate find(int first, int second) {
        if (isSilent(first, second)) {
            return null;
        }
        int forward = pairs.directed(first, second);
        if (forward >= 0) {
            boolean recent = pairs.seconds(first, second) > refreshedSeconds - recentSeconds();
            return bounds.around(forward, recent ? Basis.MEASURED : Basis.AGED, trusted);
        }
        int backward = pairs.directed(second, first);
        if (backward >= 0) {
            return bounds.around(backward, Basis.REVERSE, trusted);
        }
        int a = map.siteOf(first);
        int b = map.siteOf(second);
        if (a < 0 || b < 0) {
            return null;
        }
        SiteMap.Middle middle = map.between(a, b);
        return middle.micros() > 0 ? bounds.around(middle.micros(), middle.basis(), trusted) : null;
    }
}
