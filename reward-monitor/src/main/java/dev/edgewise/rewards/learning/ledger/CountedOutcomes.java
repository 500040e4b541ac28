package dev.edgewise.rewards.learning.ledger;

import dev.edgewise.rewards.outcomes.OutcomeCause;
import java.util.List;

/**
 * The outcomes of a pod that were counted, so that they do not count again.
 *
 * @param causes a bit for the {@link OutcomeCause#ordinal} of each cause that a pod has once
 * @param probed time of the last failed probe that counted, in ms since the epoch; 0: none
 * @param ended end of the last run that counted, of each container in the order of the pod's facts, in ms since the
 *     epoch; 0: none
 */
public record CountedOutcomes(int causes, long probed, List<Long> ended) {
    public static final CountedOutcomes NOTHING = new CountedOutcomes(0, 0, List.of());

    public CountedOutcomes {
        ended = List.copyOf(ended);
    }

    public boolean has(OutcomeCause cause) {
        return (causes & 1 << cause.ordinal()) != 0;
    }

    public CountedOutcomes with(OutcomeCause cause) {
        return new CountedOutcomes(causes | 1 << cause.ordinal(), probed, ended);
    }

    public CountedOutcomes probedAt(long when) {
        return new CountedOutcomes(causes, when, ended);
    }

    public long ended(int container) {
        return container < ended.size() ? ended.get(container) : 0;
    }
}
