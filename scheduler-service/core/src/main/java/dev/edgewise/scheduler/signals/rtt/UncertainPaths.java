package dev.edgewise.scheduler.signals.rtt;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Paths from some origins whose times are estimates or do not count, over all origins of each node. Times are in
 * microseconds; nodes by their numbers.
 */
public final class UncertainPaths {
    /** Number of integers that are kept for each node, the flags rounded up. */
    static final int INTEGERS = 5;

    private static final byte LOSSY = 1;
    private static final byte SILENT = 2;
    private static final byte OLD = 4;

    private final int[] unmeasured;
    private final int[] unsampled;
    private final int[] old;
    private final int[] farthest;
    private final byte[] flags;

    UncertainPaths(int nodes) {
        this.unmeasured = filled(nodes, NearestDistances.NONE);
        this.unsampled = filled(nodes, NearestDistances.NONE);
        this.old = filled(nodes, NearestDistances.NONE);
        this.farthest = filled(nodes, -1);
        this.flags = new byte[nodes];
    }

    void add(int node, Rtt rtt, Rtt.@Nullable Flaw flaw) {
        if (flaw == Rtt.Flaw.SILENT || flaw == Rtt.Flaw.LOSSY) {
            flags[node] |= flaw == Rtt.Flaw.SILENT ? SILENT : LOSSY;
            return;
        }
        int least = NearestDistancesBuilder.clamp(rtt.least());
        boolean certain = flaw == null && rtt.estimate() == null;
        farthest[node] = certain ? NearestDistances.NONE : Math.max(farthest[node], least);
        if (flaw == Rtt.Flaw.OLD) {
            flags[node] |= OLD;
            old[node] = Math.min(old[node], least);
        } else if (rtt.estimate() != null) {
            unmeasured[node] = Math.min(unmeasured[node], least);
        } else if (!certain) {
            unsampled[node] = Math.min(unsampled[node], least);
        }
    }

    /** Returns whether an estimate is the reason that a node out of the bound may be within it. */
    public boolean mayBeMeasuredWithin(int node, long bound) {
        return isWithin(unmeasured, node, bound);
    }

    /** Returns whether too few samples are the reason that a node out of the bound may be within it. */
    public boolean mayBeSampledWithin(int node, long bound) {
        return isWithin(unsampled, node, bound);
    }

    /** Returns whether age is the reason that a node out of the bound may be within it. */
    public boolean mayBeRenewedWithin(int node, long bound) {
        return isWithin(old, node, bound);
    }

    /** Returns whether some way to a node out of the bound surely is longer. */
    public boolean isFarther(int node, long bound) {
        return isKnown(node) && farthest[node] > bound;
    }

    /** Returns whether some way loses too much. */
    public boolean isLossy(int node) {
        return isKnown(node) && (flags[node] & LOSSY) != 0;
    }

    /** Returns whether some way does not answer. */
    public boolean isSilent(int node) {
        return isKnown(node) && (flags[node] & SILENT) != 0;
    }

    /** Returns whether some time is too old. */
    public boolean isOld(int node) {
        return isKnown(node) && (flags[node] & OLD) != 0;
    }

    private boolean isKnown(int node) {
        return node >= 0 && node < flags.length;
    }

    private boolean isWithin(int[] least, int node, long bound) {
        return isKnown(node) && least[node] != NearestDistances.NONE && least[node] <= bound;
    }

    private static int[] filled(int size, int value) {
        int[] array = new int[size];
        Arrays.fill(array, value);
        return array;
    }
}
