package dev.edgewise.networkprobe.matrix;

/**
 * A square of delays: row {@code i}, column {@code j} holds the round-trip time from node {@code i} to node {@code j}.
 */
public final class DelayMatrix {
    private final int size;
    private final long[] micros;

    /**
     * @param size number of nodes
     * @param micros row by row, in µs, each ≥ 0; not copied, so the caller hands it over
     */
    DelayMatrix(int size, long[] micros) {
        this.size = size;
        this.micros = micros;
    }

    public int size() {
        return size;
    }

    /** The round-trip time from one node to another, in µs; of the diagonal, as the file has it. */
    public long micros(int from, int to) {
        return micros[from * size + to];
    }
}
