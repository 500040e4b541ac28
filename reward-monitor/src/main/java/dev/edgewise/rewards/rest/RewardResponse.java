package dev.edgewise.rewards.rest;

import dev.edgewise.common.signal.reward.Reward;
import java.time.Duration;
import java.time.Instant;

/**
 * A reward as users see it, with its age.
 *
 * @param value value from 0, all fail, to 1
 * @param samples number of outcomes behind it
 * @param confidence confidence from 0, no outcomes, to 1
 * @param state {@code open}, {@code quarantined} or {@code probation}
 */
record RewardResponse(
        double value,
        double samples,
        double confidence,
        String state,
        Instant since,
        Instant observedAt,
        Duration validFor,
        Duration age,
        boolean stale) {
    private static final double FINE = 10_000;

    static RewardResponse of(Reward reward, Instant now) {
        return new RewardResponse(
                rounded(reward.value()),
                rounded(reward.samples()),
                rounded(reward.confidence()),
                reward.state().toString(),
                reward.since(),
                reward.observed().at(),
                reward.observed().validFor(),
                reward.observed().age(now),
                reward.observed().staleAt(now));
    }

    static double rounded(double value) {
        return Math.round(value * FINE) / FINE;
    }
}
