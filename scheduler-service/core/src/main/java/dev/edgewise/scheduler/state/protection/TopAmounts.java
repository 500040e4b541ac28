package dev.edgewise.scheduler.state.protection;

import java.util.Arrays;
import java.util.Collection;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The largest of many amounts, and some more: one that shrinks leaves a list that is shorter by one, so that all need
 * be looked through again only after some of those. Immutable.
 */
final class TopAmounts {
    /** Number of amounts that are kept beyond those that are wanted. */
    private static final int SPARE_AMOUNTS = 16;

    /** The empty list of amounts. */
    static final TopAmounts NONE = new TopAmounts(new long[0], true);

    /** The largest amounts, all positive, the largest first. */
    private final long[] sorted;
    /** Whether there is no other positive amount; none of the others is larger than the last of these. */
    private final boolean all;

    private TopAmounts(long[] sorted, boolean all) {
        this.sorted = sorted;
        this.all = all;
    }

    /** @param wanted how many of them are asked for, 1 or more */
    static TopAmounts of(Collection<ResourceDemand> demands, ToLongFunction<ResourceDemand> amount, int wanted) {
        TopAmounts largest = NONE;
        for (ResourceDemand demand : demands) {
            largest = largest.with(amount.applyAsLong(demand), wanted);
        }
        return largest;
    }

    /**
     * Returns these after one of the amounts has changed.
     *
     * @param before 0 for one that was not there
     * @param after 0 for one that is not there any more
     * @return null if all have to be looked through
     */
    @Nullable
    TopAmounts changed(long before, long after, int wanted) {
        if (before == after) {
            return this;
        }
        TopAmounts changed = without(before).with(after, wanted);
        return changed.all || changed.sorted.length >= wanted ? changed : null;
    }

    /** The sum of that many of them. */
    long sum(int count) {
        long sum = 0;
        for (int i = 0; i < Math.min(count, sorted.length); i++) {
            sum += sorted[i];
        }
        return sum;
    }

    /** The one that so many are at least as large as, itself included; 0 if they are fewer. */
    long get(int count) {
        return count > sorted.length ? 0 : sorted[count - 1];
    }

    boolean isNone() {
        return sorted.length == 0 && all;
    }

    private boolean has(long amount) {
        return amount > 0 && sorted.length > 0 && amount >= sorted[sorted.length - 1];
    }

    private TopAmounts without(long amount) {
        if (!has(amount)) {
            return this;
        }
        int place = place(amount) - 1;
        long[] rest = Arrays.copyOf(sorted, sorted.length - 1);
        System.arraycopy(sorted, place + 1, rest, place, rest.length - place);
        return new TopAmounts(rest, all);
    }

    private TopAmounts with(long amount, int wanted) {
        if (amount <= 0 || !(all || has(amount))) {
            return this;
        }
        boolean isFull = sorted.length >= wanted + SPARE_AMOUNTS;
        if (isFull && amount <= sorted[sorted.length - 1]) {
            return new TopAmounts(sorted, false);
        }
        int place = place(amount);
        long[] more = Arrays.copyOf(sorted, isFull ? sorted.length : sorted.length + 1);
        System.arraycopy(sorted, place, more, place + 1, more.length - place - 1);
        more[place] = amount;
        return new TopAmounts(more, all && !isFull);
    }

    /** Returns the place behind amounts that are as large. */
    private int place(long amount) {
        int place = sorted.length;
        while (place > 0 && sorted[place - 1] < amount) {
            place--;
        }
        return place;
    }
}
