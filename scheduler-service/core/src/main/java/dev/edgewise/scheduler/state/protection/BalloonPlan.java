package dev.edgewise.scheduler.state.protection;

import dev.edgewise.scheduler.model.Resources;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The next steps that make the balloons of a node hold its reserve, without a moment in which they hold less: missing
 * capacity is created, redundant balloons are deleted, and one that is much too large is replaced by a smaller one that
 * is created first. A balloon is not deleted for one that its node may still refuse.
 *
 * @param redundant those without which the others hold all that is kept
 * @param missing what one more is to request; none for no further one
 * @param replaces whether that one holds what others hold now, so that it needs capacity besides
 */
public record BalloonPlan(List<Balloon> redundant, Resources missing, boolean replaces) {
    public static final BalloonPlan NOTHING = new BalloonPlan(List.of(), Resources.NONE, false);

    /** Maximum number of balloons of a node; of more, two are replaced by one. */
    private static final int MOST = 4;

    /** Maximum number of balloons that are compared; of more, the largest stay for now. */
    private static final int MOST_COMPARED = 10;

    private static final Comparator<Resources> SMALLER = Comparator.comparingLong(Resources::memory)
            .thenComparingLong(Resources::milliCpu)
            .thenComparingLong(Resources::ephemeralStorage)
            .thenComparingLong(room ->
                    room.scalars().values().stream().mapToLong(Long::longValue).sum());

    private static final Comparator<Balloon> SMALLEST_FIRST = Comparator.<Balloon, Resources>comparing(
                    balloon -> balloon.room().resources(), SMALLER)
            .thenComparing(Balloon::uid);

    /** Returns whether nothing is to be done. */
    public boolean isNone() {
        return redundant.isEmpty() && missing.isNone();
    }

    /**
     * Plans the next step on a node.
     *
     * @param kept what the node keeps
     * @param balloons all that are there
     */
    public static BalloonPlan of(ResourceDemand kept, List<Balloon> balloons) {
        List<Balloon> others = new ArrayList<>(balloons);
        others.sort(SMALLEST_FIRST);
        Resources held = sum(others);
        Resources missing = missing(kept, held);
        if (!missing.isNone()) {
            return new BalloonPlan(List.of(), missing, false);
        }
        if (kept.isNone()) {
            return new BalloonPlan(
                    others.stream().filter(balloon -> !balloon.uid().isEmpty()).toList(), Resources.NONE, false);
        }
        List<Balloon> accepted = others.stream().filter(Balloon::accepted).toList();
        List<Balloon> redundant = missing(kept, sum(accepted)).isNone() ? redundant(kept, accepted) : List.of();
        boolean settled = accepted.size() == others.size() && redundant.isEmpty();
        return settled ? replacing(kept, held, others) : new BalloonPlan(redundant, Resources.NONE, false);
    }

    /**
     * Returns all balloons but the fewest that hold the reserve; among equally few, but those that hold least. Each
     * replacement makes these fewer, or smaller, so that the replacements end.
     */
    private static List<Balloon> redundant(ResourceDemand kept, List<Balloon> smallestFirst) {
        int open = Math.min(smallestFirst.size(), MOST_COMPARED);
        Resources others = sum(smallestFirst.subList(open, smallestFirst.size()));
        int best = (1 << open) - 1;
        Resources least = sum(smallestFirst);
        for (int chosen = 0; chosen < (1 << open) - 1; chosen++) {
            int more = Integer.bitCount(chosen) - Integer.bitCount(best);
            Resources held = more > 0 ? Resources.NONE : others.plus(sum(chosen(smallestFirst, chosen)));
            if (more <= 0 && missing(kept, held).isNone() && (more < 0 || SMALLER.compare(held, least) < 0)) {
                best = chosen;
                least = held;
            }
        }
        return chosen(smallestFirst, (1 << open) - 1 - best);
    }

    /** Returns the balloons at the places of the ones in the binary number. */
    private static List<Balloon> chosen(List<Balloon> balloons, int places) {
        List<Balloon> chosen = new ArrayList<>();
        for (int i = 0; 1 << i <= places; i++) {
            if ((places & 1 << i) != 0) {
                chosen.add(balloons.get(i));
            }
        }
        return chosen;
    }

    /**
     * Returns the balloons that must go so that others hold no more than the reserve: the smallest ones stay, as far as
     * they fit into it.
     */
    public static List<Balloon> beyond(ResourceDemand kept, List<Balloon> balloons) {
        List<Balloon> all = new ArrayList<>(balloons);
        all.sort(SMALLEST_FIRST);
        List<Balloon> beyond = new ArrayList<>();
        Resources held = Resources.NONE;
        for (Balloon balloon : all) {
            Resources more = held.plus(balloon.room().resources());
            if (isWithin(more, kept.resources())) {
                held = more;
            } else {
                beyond.add(balloon);
            }
        }
        return beyond;
    }

    private static BalloonPlan replacing(ResourceDemand kept, Resources held, List<Balloon> smallestFirst) {
        if (smallestFirst.isEmpty()) {
            return NOTHING;
        }
        if (smallestFirst.size() > MOST) {
            Resources rest = held.minus(sum(smallestFirst.subList(0, 2)));
            return new BalloonPlan(List.of(), missing(kept, rest), true);
        }
        for (int i = smallestFirst.size() - 1; i >= 0; i--) {
            Resources large = smallestFirst.get(i).room().resources();
            Resources instead = missing(kept, held.minus(large));
            if (isMuchLess(instead, large)) {
                return new BalloonPlan(List.of(), instead, true);
            }
        }
        return NOTHING;
    }

    /** Returns whether any resource is at most half. */
    private static boolean isMuchLess(Resources instead, Resources large) {
        return isMuchLess(instead.milliCpu(), large.milliCpu())
                || isMuchLess(instead.memory(), large.memory())
                || isMuchLess(instead.ephemeralStorage(), large.ephemeralStorage())
                || large.scalars().entrySet().stream()
                        .anyMatch(scalar -> isMuchLess(instead.scalar(scalar.getKey()), scalar.getValue()));
    }

    private static boolean isMuchLess(long instead, long large) {
        return large > 0 && instead <= large / 2;
    }

    private static Resources sum(List<Balloon> balloons) {
        Resources sum = Resources.NONE;
        for (Balloon balloon : balloons) {
            sum = sum.plus(balloon.room().resources());
        }
        return sum;
    }

    private static Resources missing(ResourceDemand kept, Resources held) {
        return kept.resources().max(held).minus(held);
    }

    private static boolean isWithin(Resources amount, Resources bound) {
        return amount.max(bound).minus(bound).isNone();
    }
}
