package dev.edgewise.offloader.planning;

/** What nodes gained by the loads that were asked about last: functions of one kind ask the same. One question at a time. */
final class GainMemo {
    private static final int SIZE = 1 << 13;

    private final int[] nodes = new int[SIZE];
    private final int[] versions = new int[SIZE];
    private final double[] cores = new double[SIZE];
    private final double[] requested = new double[SIZE];
    private final double[] gains = new double[SIZE];
    private boolean known;

    /**
     * Where the answer belongs, which is there already if it {@link #knows}.
     *
     * @param version of the node's load, above 0; another one makes other answers
     */
    int place(int node, int version, double moreCores, double moreRequested) {
        int place = hash(node, moreCores, moreRequested);
        known = nodes[place] == node
                && versions[place] == version
                && cores[place] == moreCores
                && requested[place] == moreRequested;
        if (!known) {
            nodes[place] = node;
            versions[place] = version;
            cores[place] = moreCores;
            requested[place] = moreRequested;
        }
        return place;
    }

    boolean knows(int place) {
        return known;
    }

    void put(int place, double gain) {
        gains[place] = gain;
    }

    double gain(int place) {
        return gains[place];
    }

    private static int hash(int node, double moreCores, double moreRequested) {
        long mixed =
                (Double.doubleToRawLongBits(moreCores) * 31 + Double.doubleToRawLongBits(moreRequested)) * 31 + node;
        return (int) ((mixed * 0x9E3779B97F4A7C15L) >>> 51);
    }
}
