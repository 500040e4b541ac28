package dev.edgewise.scheduler.signals.rtt;

/** The nodes within a bound, nearest first, by their numbers; some may have left the cluster. */
public final class NodesWithinDelayBound {
    private final int[] nearestFirst;
    private final int size;

    /** @param nearestFirst those within the bound, and maybe more behind them */
    NodesWithinDelayBound(int[] nearestFirst, int size) {
        this.nearestFirst = nearestFirst;
        this.size = size;
    }

    public int size() {
        return size;
    }

    /** The number of the node at that place, from 0 for the nearest. */
    public int get(int place) {
        return nearestFirst[place];
    }
}
