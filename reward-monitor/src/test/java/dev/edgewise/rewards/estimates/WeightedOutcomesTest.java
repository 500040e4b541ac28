package dev.edgewise.rewards.estimates;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class WeightedOutcomesTest {
    private static final OutcomeDecay DECAY = new OutcomeDecay(Duration.ofMinutes(5), Duration.ofMinutes(10));
    private static final long HALF = 300_000;

    private final WeightedOutcomes evidence = new WeightedOutcomes(DECAY, OutcomeSums.NONE, 0);

    @Test
    void anOutcomeCountsHalfAfterTheHalfLife() {
        evidence.add(1, 0, 0);
        evidence.add(1, 1, HALF);

        // 1/2 of the failure is left, and all of the success.
        assertThat(evidence.sums(HALF)).isEqualTo(new OutcomeSums(1.5, 1));
        assertThat(evidence.sums(2 * HALF)).isEqualTo(new OutcomeSums(0.75, 0.5));
    }

    @Test
    void theOrderOfOutcomesDoesNotMatter() {
        WeightedOutcomes other = new WeightedOutcomes(DECAY, OutcomeSums.NONE, 0);
        evidence.add(1, 0, 10_000);
        evidence.add(1, 1, 40_000);
        other.add(1, 1, 40_000);
        other.add(1, 0, 10_000);

        assertThat(other.sums(50_000).weight()).isCloseTo(evidence.sums(50_000).weight(), within(1e-12));
        assertThat(other.sums(50_000).sum()).isCloseTo(evidence.sums(50_000).sum(), within(1e-12));
    }

    @Test
    void manyOutcomesMakeRoomForTheLatest() {
        for (int i = 0; i < 100; i++) {
            evidence.add(1, 1, 0);
        }
        assertThat(evidence.sums(0)).isEqualTo(new OutcomeSums(WeightedOutcomes.MOST, WeightedOutcomes.MOST));

        // The share of one outcome in MOST.
        evidence.add(1, 0, 0);
        assertThat(evidence.sums(0).mean()).isCloseTo(1 - 1 / WeightedOutcomes.MOST, within(1e-12));
    }

    @Test
    void healthyTimeCountsLessTheLongerItIsAgo() {
        // (1 - 2^-1) / (ln 2 / 300 s * 600 s) = 0.5 / 1.3863
        assertThat(DECAY.healthy(HALF)).isCloseTo(0.3607, within(1e-4));
        // 1 / 1.3863
        assertThat(DECAY.healthy(100 * HALF)).isCloseTo(0.7213, within(1e-4));
        assertThat(DECAY.healthy(-5)).isZero();
    }

    @Test
    void whatWasBadIsForgiven() {
        evidence.add(1, 0, 0);
        evidence.add(1, 1, 0);
        evidence.forgive();

        assertThat(evidence.sums(0)).isEqualTo(new OutcomeSums(1, 1));
    }

    @Test
    void aPriorCountsAsOneOutcome() {
        // (0.5 + 0.8) / (3 + 1)
        assertThat(new OutcomeSums(3, 0.5).towards(0.8)).isCloseTo(0.325, within(1e-12));
        assertThat(new OutcomeSums(3, 0.5).confidence()).isEqualTo(0.75);
        assertThat(OutcomeSums.NONE.towards(0.8)).isEqualTo(0.8);
    }
}
