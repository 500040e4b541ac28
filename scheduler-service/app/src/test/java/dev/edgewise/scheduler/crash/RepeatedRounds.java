package dev.edgewise.scheduler.crash;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntFunction;

/**
 * Repeats a round in which a pod waited too long: an object that stops the scheduler does so each time, a busy machine
 * does not.
 */
final class RepeatedRounds {
    static final int MOST = 3;

    private RepeatedRounds() {}

    /**
     * Returns the longest wait of the first round in which all pods were bound in time; fails if there is none in three
     * rounds.
     *
     * @param round places pods; is called with 0, and for a repetition with 1 and 2
     */
    static PodWait inTime(IntFunction<List<PodWait>> round) {
        List<PodWait> late = new ArrayList<>();
        while (late.size() < MOST) {
            PodWait longest = round.apply(late.size()).stream()
                    .max(Comparator.comparing(PodWait::later))
                    .orElseThrow();
            if (longest.isInTime()) {
                return longest;
            }
            late.add(longest);
            System.out.println("late in round " + late.size() + " of " + MOST + ": " + longest);
        }
        throw new AssertionError("In each of " + MOST + " rounds a pod was bound more than "
                + PodWait.LATER_AT_MOST.toSeconds() + " s later than that of the reference: " + late);
    }
}
