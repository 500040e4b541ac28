package dev.edgewise.scheduler.rtt;

import dev.edgewise.common.signal.Percentile;
import java.util.AbstractList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The round-trip times from one node to others. Columns of primitives: a row of 490 nodes is 20 kB and sorts in
 * microseconds; "nearest first" is sorted once for each percentile that is asked for.
 */
public final class RttRow {
    private final NodeIds nodeIds;
    private final int[] ids;
    private final Rtt[] values;
    private final int[][] nearest = new int[Percentile.values().length][];

    private final long oldestObservation;
    private final long firstExpiry;
    private final boolean hasEstimates;
    private final float worstLoss;
    private final int fewestSamples;

    private RttRow(NodeIds nodeIds, int[] ids, Rtt[] values) {
        this.nodeIds = nodeIds;
        this.ids = ids;
        this.values = values;
        long oldest = Long.MAX_VALUE;
        long expiry = Long.MAX_VALUE;
        boolean estimates = false;
        float loss = 0;
        int samples = Integer.MAX_VALUE;
        for (Rtt value : values) {
            oldest = Math.min(oldest, value.observedAt());
            expiry = Math.min(expiry, value.validUntil());
            estimates |= value.estimate() != null;
            loss = Math.max(loss, value.loss());
            samples = Math.min(samples, value.samples());
        }
        this.oldestObservation = oldest;
        this.firstExpiry = expiry;
        this.hasEstimates = estimates;
        this.worstLoss = loss;
        this.fewestSamples = samples;
    }

    static RttRow of(NodeIds nodeIds, Map<String, Rtt> times) {
        int size = times.size();
        Rtt[] unsorted = new Rtt[size];
        long[] keys = new long[size];
        int i = 0;
        for (Map.Entry<String, Rtt> time : times.entrySet()) {
            unsorted[i] = time.getValue();
            keys[i] = pack(nodeIds.idOf(time.getKey()), i);
            i++;
        }
        Arrays.sort(keys);
        int[] ids = new int[size];
        Rtt[] values = new Rtt[size];
        for (int k = 0; k < size; k++) {
            ids[k] = (int) (keys[k] >>> 32);
            values[k] = unsorted[(int) keys[k]];
        }
        return new RttRow(nodeIds, ids, values);
    }

    /** The time to that node, or null if it is not known. */
    public @Nullable Rtt to(String node) {
        int position = position(nodeIds.find(node));
        return position < 0 ? null : values[position];
    }

    /** In a row to all other nodes each is at the place of its number, or one before. */
    private int position(int id) {
        if (isAt(id, id)) {
            return id;
        }
        return isAt(id - 1, id) ? id - 1 : Arrays.binarySearch(ids, id);
    }

    private boolean isAt(int position, int id) {
        return position >= 0 && position < ids.length && ids[position] == id;
    }

    /** Whether any of its values is an estimate. */
    public boolean hasEstimates() {
        return hasEstimates;
    }

    /** Whether needs of this quality are judged by each of its values. */
    public boolean isFlawless(Quality quality) {
        return worstLoss < 1
                && worstLoss <= (float) quality.maxLoss()
                && oldestObservation >= quality.observedSince()
                && fewestSamples >= quality.leastSamples();
    }

    /** Whether a need of this quality is judged by the value at that position of {@link #within}. */
    public boolean counts(int position, Quality quality) {
        return values[nearest(quality.percentile())[position]].flaw(quality) == null;
    }

    /**
     * Names of the nodes at most that far away, nearest first, whatever the quality of their times: found by binary
     * search, not copied.
     *
     * @param micros bound in microseconds, itself inside
     */
    public List<String> within(long micros, Percentile percentile) {
        int[] order = nearest(percentile);
        int size = countWithin(order, micros, percentile);
        return new AbstractList<>() {
            @Override
            public String get(int index) {
                return nodeIds.name(ids[order[index]]);
            }

            @Override
            public int size() {
                return size;
            }
        };
    }

    /** The time, in microseconds, to the node at that position of {@link #within}. */
    public long micros(int position, Percentile percentile) {
        return values[nearest(percentile)[position]].micros(percentile);
    }

    public int size() {
        return ids.length;
    }

    /** When the oldest of its values was observed, in milliseconds since the epoch. */
    public long oldestObservation() {
        return oldestObservation;
    }

    /** When the first of its values becomes stale, in milliseconds since the epoch. */
    public long firstExpiry() {
        return firstExpiry;
    }

    private int countWithin(int[] order, long micros, Percentile percentile) {
        int low = 0;
        int high = order.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (values[order[middle]].micros(percentile) <= micros) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** Sorted on first use. Two threads may both sort; they store the same answer. */
    int[] nearest(Percentile percentile) {
        int[] order = nearest[percentile.ordinal()];
        if (order == null) {
            order = sortBy(percentile);
            nearest[percentile.ordinal()] = order;
        }
        return order;
    }

    private int[] sortBy(Percentile percentile) {
        long[] keys = new long[ids.length];
        for (int i = 0; i < keys.length; i++) {
            keys[i] = pack(clamp(values[i].micros(percentile)), i);
        }
        Arrays.sort(keys);
        int[] order = new int[keys.length];
        for (int i = 0; i < order.length; i++) {
            order[i] = (int) keys[i];
        }
        return order;
    }

    /** A round trip above 35 minutes sorts as 35 minutes. */
    private static int clamp(long micros) {
        return (int) Math.min(micros, Integer.MAX_VALUE);
    }

    private static long pack(int key, int index) {
        return ((long) key << 32) | index;
    }
}
