package dev.edgewise.offloader.planning;

import java.util.Arrays;
import java.util.function.IntToLongFunction;

/**
 * Finds the first of many places with enough room, looking at few of them: a tree of groups remembers the most that was
 * left in each. A place may lose room at any time; where it gains some, {@link #raise} must follow.
 */
final class FirstFitTree {
    static final int NONE = -1;

    /**
     * Places of the smallest groups, which are looked at one by one: a tree of single places would take much more
     * memory.
     */
    private static final int SMALLEST = 8;

    private final int places;
    private final IntToLongFunction left;

    /**
     * The largest room of the places of a group: the first group has all places, and the two halves of a group are at
     * twice its number and one more.
     */
    private final long[] most;

    /** @param left what is left at a place now */
    FirstFitTree(int places, IntToLongFunction left) {
        this.places = places;
        this.left = left;
        int groups = 2;
        for (int size = places; size > SMALLEST; size = (size + 1) / 2) {
            groups *= 2;
        }
        most = new long[groups];
        Arrays.fill(most, Long.MAX_VALUE);
    }

    /**
     * The first place from {@code begin} to below {@code end} where so much is left; {@link #NONE} if there is none.
     */
    int find(long needed, int begin, int end) {
        return new Search(needed, begin, end).in(1, 0, places);
    }

    /** More is left at the place than before. */
    void raise(int place) {
        long now = left.applyAsLong(place);
        int group = 1;
        int from = 0;
        int to = places;
        most[group] = Math.max(most[group], now);
        while (to - from > SMALLEST) {
            int middle = (from + to) / 2;
            group *= 2;
            if (place < middle) {
                to = middle;
            } else {
                group++;
                from = middle;
            }
            most[group] = Math.max(most[group], now);
        }
    }

    private final class Search {
        private final long needed;
        private final int begin;
        private final int end;

        Search(long needed, int begin, int end) {
            this.needed = needed;
            this.begin = begin;
            this.end = end;
        }

        int in(int group, int from, int to) {
            if (most[group] < needed || to <= begin || from >= end) {
                return NONE;
            }
            if (to - from <= SMALLEST) {
                return among(group, from, to);
            }
            int middle = (from + to) / 2;
            int found = in(2 * group, from, middle);
            if (found == NONE) {
                found = in(2 * group + 1, middle, to);
            }
            most[group] = Math.max(most[2 * group], most[2 * group + 1]);
            return found;
        }

        private int among(int group, int from, int to) {
            long highest = Long.MIN_VALUE;
            for (int place = from; place < to; place++) {
                long now = left.applyAsLong(place);
                if (now >= needed && place >= begin && place < end) {
                    return place;
                }
                highest = Math.max(highest, now);
            }
            most[group] = highest;
            return NONE;
        }
    }
}
