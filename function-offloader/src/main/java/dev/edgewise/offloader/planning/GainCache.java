package dev.edgewise.offloader.planning;

/**
 * Remembers the gains of nodes by the loads that were asked about last: functions of one kind ask the same. One
 * question at a time.
 */
final class GainCache {
    private static final int SIZE = 1 << 13;
    /** Node and version, cores, requested cores, gain: side by side, as they are looked at together. */
    private static final int WIDTH = 4;

    private final long[] entries = new long[SIZE * WIDTH];
    private boolean known;

    /**
     * The place of the answer, which is there already if it {@link #knows}.
     *
     * @param version of the node's load, above 0; another one makes other answers
     */
    int place(int node, int version, double moreCores, double moreRequested) {
        long load = ((long) node << Integer.SIZE) | version;
        long cores = Double.doubleToRawLongBits(moreCores);
        long requested = Double.doubleToRawLongBits(moreRequested);
        int place = hash(node, cores, requested) * WIDTH;
        known = entries[place] == load && entries[place + 1] == cores && entries[place + 2] == requested;
        if (!known) {
            entries[place] = load;
            entries[place + 1] = cores;
            entries[place + 2] = requested;
        }
        return place;
    }

    boolean knows(int place) {
        return known;
    }

    void put(int place, double gain) {
        entries[place + 3] = Double.doubleToRawLongBits(gain);
    }

    double gain(int place) {
        return Double.longBitsToDouble(entries[place + 3]);
    }

    private static int hash(int node, long cores, long requested) {
        long mixed = (cores * 31 + requested) * 31 + node;
        return (int) ((mixed * 0x9E3779B97F4A7C15L) >>> 51);
    }
}
