package dev.edgewise.scheduler.signals.rtt;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The ages of the values of some origins. Origins are counted in their order; times are milliseconds since the epoch.
 *
 * @param missing how many origins nothing is known of
 * @param firstMissing the first of them; -1 if there is none
 * @param stalest the one with the oldest value; -1 if nothing is known of any
 * @param expiries when the first value of each known one becomes stale, sorted
 */
public record OriginRttAges(int missing, int firstMissing, int stalest, long[] expiries) {
    static OriginRttAges of(@Nullable RttRow[] rows) {
        int missing = 0;
        int firstMissing = -1;
        int stalest = -1;
        long oldest = Long.MAX_VALUE;
        long[] expiries = new long[rows.length];
        for (int i = 0; i < rows.length; i++) {
            RttRow row = rows[i];
            if (row == null || row.size() == 0) {
                firstMissing = missing == 0 ? i : firstMissing;
                missing++;
                continue;
            }
            expiries[i - missing] = row.firstExpiry();
            if (row.oldestObservation() < oldest) {
                oldest = row.oldestObservation();
                stalest = i;
            }
        }
        long[] known = Arrays.copyOf(expiries, rows.length - missing);
        Arrays.sort(known);
        return new OriginRttAges(missing, firstMissing, stalest, known);
    }

    /** Returns how many of the known origins have a stale value. */
    public int stale(long now) {
        int stale = 0;
        while (stale < expiries.length && expiries[stale] < now) {
            stale++;
        }
        return stale;
    }

    /** Returns how many of them have none. */
    public int fresh(long now) {
        return expiries.length - stale(now);
    }
}
