package dev.edgewise.networkprobe.pairs;

import java.util.Arrays;

/**
 * A histogram of round-trip times in µs in which older values weigh less. Buckets are logarithmic, 256 for each
 * doubling, so that a value is known to 0.2 %; below 512 µs it is exact. Only buckets in use take room, and there are
 * at most 64 of them: then those neighbours are joined that this changes least, by the lighter one's weight times how
 * far it moves. Of values that spread over more than a quarter of a doubling (mobile links, Wi-Fi) percentiles are
 * known to 12 %. (The layout of buckets is that of HdrHistogram; its arrays would take a kilobyte and more a pair.)
 */
final class DecayingHistogram {
    private static final int SUB_BITS = 8;
    private static final int SUB = 1 << SUB_BITS;
    private static final int MOST_BUCKETS = 64;
    private static final float LIGHTEST = 0.01f;

    private short[] buckets = new short[4];
    private float[] weights = new float[4];
    private int size;
    private double total;

    /** @param micros 1..60,000,000 */
    void add(long micros) {
        short bucket = bucket(micros);
        int at = Arrays.binarySearch(buckets, 0, size, bucket);
        if (at < 0) {
            if (size == MOST_BUCKETS) {
                join();
                add(micros);
                return;
            }
            at = insert(-at - 1, bucket);
        }
        weights[at]++;
        total++;
    }

    /** Makes all there is lighter, and forgets what then is next to nothing. */
    void decay(double factor) {
        int kept = 0;
        total = 0;
        for (int i = 0; i < size; i++) {
            float weight = (float) (weights[i] * factor);
            if (weight >= LIGHTEST) {
                buckets[kept] = buckets[i];
                weights[kept++] = weight;
                total += weight;
            }
        }
        size = kept;
    }

    boolean isEmpty() {
        return size == 0;
    }

    /** The weight of all samples: their number, were they all new. */
    double total() {
        return total;
    }

    /**
     * The smallest value that at least this share of the weight does not exceed.
     *
     * @param share 0..1
     */
    long quantile(double share) {
        double wanted = share * total - 1e-6 * total;
        double seen = 0;
        for (int i = 0; i < size - 1; i++) {
            seen += weights[i];
            if (seen >= wanted) {
                return value(buckets[i]);
            }
        }
        return value(buckets[size - 1]);
    }

    private int insert(int at, short bucket) {
        if (size == buckets.length) {
            buckets = Arrays.copyOf(buckets, size * 2);
            weights = Arrays.copyOf(weights, size * 2);
        }
        System.arraycopy(buckets, at, buckets, at + 1, size - at);
        System.arraycopy(weights, at, weights, at + 1, size - at);
        buckets[at] = bucket;
        weights[at] = 0;
        size++;
        return at;
    }

    private void join() {
        int lightest = 0;
        for (int i = 1; i < size - 1; i++) {
            if (change(i) < change(lightest)) {
                lightest = i;
            }
        }
        int next = lightest + 1;
        buckets[lightest] = weights[next] > weights[lightest] ? buckets[next] : buckets[lightest];
        weights[lightest] += weights[next];
        System.arraycopy(buckets, next + 1, buckets, next, size - next - 1);
        System.arraycopy(weights, next + 1, weights, next, size - next - 1);
        size--;
    }

    private float change(int at) {
        return Math.min(weights[at], weights[at + 1]) * (buckets[at + 1] - buckets[at]);
    }

    private static short bucket(long micros) {
        int shift = Math.max(0, 63 - SUB_BITS - Long.numberOfLeadingZeros(Math.max(1, micros)));
        return (short) (shift * SUB + (micros >> shift));
    }

    private static long value(int bucket) {
        int shift = Math.max(0, (bucket >> SUB_BITS) - 1);
        return ((long) (bucket - shift * SUB) << shift) + ((1L << shift) >> 1);
    }
}
