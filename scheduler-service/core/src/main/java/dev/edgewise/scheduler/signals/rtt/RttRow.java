package dev.edgewise.scheduler.signals.rtt;

import java.util.Arrays;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The round-trip times from one node to others. */
public final class RttRow {
    /** Bound of a near node, in microseconds: within a region, like most delay needs at the edge. */
    private static final long NEAR_MICROS = 20_000;

    private final NodeNameNumbering nodeIds;
    private final int[] ids;
    private final RttColumns values;
    private final Object mark = new Object();

    private final long oldestObservation;
    private final long firstExpiry;
    private final float worstLoss;
    private final int fewestSamples;
    private final int near;
    /** The latest answer from any other node. */
    private final long answeredAt;

    private final long answeredUntil;
    private final long shortestValidity;

    private RttRow(NodeNameNumbering nodeIds, int[] ids, Rtt[] values) {
        this.nodeIds = nodeIds;
        this.ids = ids;
        this.values = new RttColumns(values);
        long oldest = Long.MAX_VALUE;
        long expiry = Long.MAX_VALUE;
        float loss = 0;
        int samples = Integer.MAX_VALUE;
        int within = 0;
        long answered = Long.MIN_VALUE;
        long until = Long.MIN_VALUE;
        long validity = Long.MAX_VALUE;
        for (Rtt value : values) {
            oldest = Math.min(oldest, value.observedAt());
            expiry = Math.min(expiry, value.validUntil());
            loss = Math.max(loss, value.loss());
            samples = Math.min(samples, value.samples());
            within += value.p50() <= NEAR_MICROS ? 1 : 0;
            validity = value.isMeasuredAnswer() ? Math.min(validity, value.validity()) : validity;
            if (value.isAnswered() && value.observedAt() >= answered) {
                until = value.observedAt() == answered ? Math.max(until, value.validUntil()) : value.validUntil();
                answered = value.observedAt();
            }
        }
        this.oldestObservation = oldest;
        this.firstExpiry = expiry;
        this.worstLoss = loss;
        this.fewestSamples = samples;
        this.near = within;
        this.answeredAt = answered;
        this.answeredUntil = until;
        this.shortestValidity = validity;
    }

    static RttRow of(NodeNameNumbering nodeIds, Map<String, Rtt> times) {
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
        return position < 0 ? null : values.get(position);
    }

    /**
     * Returns the position of the number. In a row to all other nodes each is at the place of its number, or one
     * before.
     */
    private int position(int id) {
        if (isAt(id, id)) {
            return id;
        }
        return isAt(id - 1, id) ? id - 1 : Arrays.binarySearch(ids, id);
    }

    private boolean isAt(int position, int id) {
        return position >= 0 && position < ids.length && ids[position] == id;
    }

    /** Returns whether needs of this quality are judged by each of its values. */
    private boolean isFlawless(RttQualityRequirements quality) {
        return worstLoss < 1
                && worstLoss <= (float) quality.maxLoss()
                && firstExpiry >= quality.validSince()
                && fewestSamples >= quality.leastSamples();
    }

    /** Returns whether needs of this quality are judged by each of its values, and none is an estimate. */
    boolean isCertain(RttQualityRequirements quality) {
        return !values.hasEstimates() && isFlawless(quality);
    }

    /** Returns an object with this row's identity, for keys that must not keep its values in memory. */
    public Object mark() {
        return mark;
    }

    /** The numbers that its nodes have in that table, in the order of {@link #values}. */
    int[] numbersIn(NodeNameNumbering table) {
        return table == nodeIds
                ? ids
                : Arrays.stream(ids).map(id -> table.idOf(nodeIds.name(id))).toArray();
    }

    RttColumns values() {
        return values;
    }

    public int size() {
        return ids.length;
    }

    /** Returns how many of the nodes are at most 20 ms away by their median. */
    public int countNear() {
        return near;
    }

    /** Returns when the oldest of its values was observed, in milliseconds since the epoch. */
    public long oldestObservation() {
        return oldestObservation;
    }

    /** Returns when the first of its values becomes stale, in milliseconds since the epoch. */
    public long firstExpiry() {
        return firstExpiry;
    }

    /**
     * Returns until when the node is known to have got an answer from any other node since then: the end of validity of
     * its latest measurement; the smallest number if that is older. Single silent paths of a node without any answer
     * are due to its own network, or are no longer measured.
     *
     * @param since milliseconds since the epoch, as the answer
     */
    public long answeredUntil(long since) {
        return answeredAt >= since ? answeredUntil : Long.MIN_VALUE;
    }

    /**
     * Returns whether that node answers now.
     *
     * @param now milliseconds since the epoch
     * @param measured what is measured all the time is valid for this many milliseconds at most; what was measured once
     *     is kept for longer, and says nothing of the node's present state
     */
    public boolean isAnsweredBy(String node, long now, long measured) {
        Rtt rtt = to(node);
        return rtt != null && rtt.isAnswered() && rtt.validUntil() >= now && rtt.validity() <= measured;
    }

    /**
     * Returns how long those of its measured answers are valid that are valid the shortest time, in milliseconds; the
     * largest number if it has none.
     */
    public long shortestValidity() {
        return shortestValidity;
    }

    /**
     * Returns whether it has the nearest nodes at least, so that one without a value is none of them: others are not
     * estimated.
     */
    public boolean hasAllNear() {
        return values.hasEstimates();
    }

    private static long pack(int key, int index) {
        return ((long) key << 32) | index;
    }
}
