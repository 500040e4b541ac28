package dev.edgewise.rewards.learning;

import java.util.List;

/**
 * Which lives of a pod were counted.
 *
 * @param causes a bit for the {@link dev.edgewise.rewards.outcomes.Cause#ordinal} of each cause that a pod has once
 * @param probed the sum of restarts at which a probe failure was counted last; -1: never
 * @param runs of each container, in the order of {@link PodFacts#containers}, how many runs that ended were counted
 */
public record Counted(int causes, int probed, List<Integer> runs) {
    static final Counted NOTHING = new Counted(0, -1, List.of());

    public Counted {
        runs = List.copyOf(runs);
    }
}
