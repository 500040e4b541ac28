package dev.edgewise.rewards.learning;

import dev.edgewise.rewards.outcomes.Cause;
import java.util.List;

/**
 * Which lives of a pod were counted.
 *
 * @param causes a bit for the {@link Cause#ordinal} of each cause that a pod has once
 * @param probed when the last failed probe that counted was, in ms since the epoch; 0: none
 * @param ended of each container, in the order of {@link PodFacts#containers}, when the last run ended that counted; 0: none
 */
public record Counted(int causes, long probed, List<Long> ended) {
    static final Counted NOTHING = new Counted(0, 0, List.of());

    public Counted {
        ended = List.copyOf(ended);
    }

    boolean has(Cause cause) {
        return (causes & 1 << cause.ordinal()) != 0;
    }

    Counted with(Cause cause) {
        return new Counted(causes | 1 << cause.ordinal(), probed, ended);
    }

    Counted probedAt(long when) {
        return new Counted(causes, when, ended);
    }

    long ended(int container) {
        return container < ended.size() ? ended.get(container) : 0;
    }
}
