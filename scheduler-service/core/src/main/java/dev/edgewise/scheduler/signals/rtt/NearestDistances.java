package dev.edgewise.scheduler.signals.rtt;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The distance of every node from the nearest of some origins, by times of one quality; and the paths whose times do
 * not count. Computed once, by one pass over the origins' rows, for all readers until one of the rows changes.
 * Immutable.
 */
public final class NearestDistances {
    /** The time to a node that no counting time is known of. */
    public static final long UNKNOWN = Long.MAX_VALUE;

    static final int NONE = Integer.MAX_VALUE;

    private final NodeNameNumbering ids;
    private final RttQualityRequirements quality;
    private final int[] micros;
    private final int @Nullable [] by;
    private final @Nullable UncertainPaths uncertain;
    private final OriginRttAges ages;
    private final long firstExpiry;
    /** Count of nodes without a time that counts. */
    private final int unknown;
    /** Two threads may both sort; either answer will do, and the shorter one is sorted again when more is asked for. */
    private volatile @Nullable Sorted sorted;

    /** The nodes at most that far away, nearest first. */
    private record Sorted(long bound, int[] nodes) {}

    NearestDistances(NearestDistancesBuilder built) {
        this.ids = built.ids;
        this.quality = built.quality;
        this.micros = built.micros;
        this.by = built.by;
        this.uncertain = built.uncertain;
        this.ages = built.ages;
        this.firstExpiry = built.firstExpiry;
        this.unknown = countUnknown(micros);
    }

    private static int countUnknown(int[] times) {
        int count = 0;
        for (int time : times) {
            count += time == NONE ? 1 : 0;
        }
        return count;
    }

    /**
     * Returns whether the answers are the same for needs of that quality. A time that is too old stays so; one that
     * counts may become too old.
     */
    boolean holdsFor(RttQualityRequirements asked, NodeNameNumbering numbering) {
        return ids == numbering
                && asked.percentile() == quality.percentile()
                && asked.maxLoss() == quality.maxLoss()
                && asked.leastSamples() == quality.leastSamples()
                && (asked.validSince() == quality.validSince()
                        || (asked.validSince() > quality.validSince() && asked.validSince() <= firstExpiry));
    }

    /** Returns how many integers it keeps for its nodes once all of them were asked for. */
    int size() {
        int each = 2 + (by == null ? 0 : 1) + (uncertain == null ? 0 : UncertainPaths.INTEGERS);
        return each * micros.length;
    }

    /** The node's number; of an unknown one, too. */
    public int numberOf(String node) {
        return ids.find(node);
    }

    /** Microseconds from the nearest origin; 0 on an origin itself, {@link #UNKNOWN} if no time counts. */
    public long micros(int node) {
        return node < 0 || node >= micros.length || micros[node] == NONE ? UNKNOWN : micros[node];
    }

    /** Returns the index of the origin that the node is nearest to; only where {@link #micros} knows a time. */
    public int origin(int node) {
        return by == null ? 0 : by[node];
    }

    /** Returns the paths whose times do not count, or are estimates; null if there are none to any node. */
    public @Nullable UncertainPaths uncertain() {
        return uncertain;
    }

    /** Returns how old the origins' times are. */
    public OriginRttAges ages() {
        return ages;
    }

    /** Returns how many of the nodes no counting time is known of. */
    public int countUnknown(NodeNumbers nodes) {
        if (nodes.areAllBelow(micros.length)) {
            return unknown;
        }
        int count = 0;
        for (int i = 0; i < nodes.size(); i++) {
            if (micros(nodes.at(i)) == UNKNOWN) {
                count++;
            }
        }
        return count;
    }

    /** Returns how many of the nodes are at most that far away, in microseconds. */
    public int countWithin(long bound, NodeNumbers nodes) {
        NodesWithinDelayBound within = within(bound);
        if (nodes.areAllBelow(micros.length)) {
            return within.size();
        }
        int present = 0;
        for (int i = 0; i < within.size(); i++) {
            if (nodes.positionOf(within.get(i)) != NodeNumbers.ABSENT) {
                present++;
            }
        }
        return present;
    }

    /** The nodes at most that far away, in microseconds. */
    public NodesWithinDelayBound within(long bound) {
        int[] nearestFirst = sortedUpTo(Math.min(bound, NONE - 1));
        int low = 0;
        int high = nearestFirst.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (micros[nearestFirst[middle]] <= bound) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return new NodesWithinDelayBound(nearestFirst, low);
    }

    /**
     * Sorts the nodes up to the bound. Most needs are much shorter than the farthest path: nodes beyond the longest
     * need are never sorted.
     */
    private int[] sortedUpTo(long bound) {
        Sorted known = sorted;
        if (known == null || known.bound < bound) {
            long farther = known == null ? bound : Math.min(Math.max(bound, 2 * known.bound), NONE - 1);
            known = new Sorted(farther, sort(farther));
            sorted = known;
        }
        return known.nodes;
    }

    private int[] sort(long bound) {
        long[] keys = new long[micros.length];
        int size = 0;
        for (int id = 0; id < micros.length; id++) {
            if (micros[id] <= bound) {
                keys[size++] = ((long) micros[id] << 32) | id;
            }
        }
        Arrays.sort(keys, 0, size);
        int[] nodes = new int[size];
        for (int i = 0; i < size; i++) {
            nodes[i] = (int) keys[i];
        }
        return nodes;
    }
}
