package dev.edgewise.global.adaptive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class DiscountedBanditTest {
    private static final double[] ONE = {1};

    /**
     * Four arms and 5 %: 0.95 + 0.0125 for the best, 0.0125 for each other; of 100,000 choices the deviation of a share
     * of 0.9625 is 0.0006.
     */
    @Test
    void propensitiesAreTheShares() {
        DiscountedBandit bandit = new DiscountedBandit(4, 1, 0.05, 0.5, 1);
        bandit.learn(2, ONE, 5, 0);
        SplittableRandom random = new SplittableRandom(3);
        int best = 0;
        for (int i = 0; i < 100_000; i++) {
            BanditChoice choice = bandit.choose(ONE, random);
            assertThat(choice.propensities())
                    .containsExactly(new double[] {0.0125, 0.0125, 0.9625, 0.0125}, within(1e-12));
            assertThat(choice.propensity()).isEqualTo(choice.propensities()[choice.arm()]);
            best += choice.arm() == 2 ? 1 : 0;
        }
        assertThat(best / 100_000.0).isCloseTo(0.9625, within(0.003));
    }

    /** One outcome of 1 and two half-lives later one of 0 of the other arm: 0.25 × 1 / (1 + 0.25) = 0.2, and 0 / 2. */
    @Test
    void outcomesCountHalfAfterAHalfLife() {
        DiscountedBandit bandit = new DiscountedBandit(2, 1, 0, 0, 3);
        bandit.learn(0, ONE, 1, 10);
        bandit.learn(1, ONE, 0, 16);

        BanditChoice choice = bandit.choose(ONE, new SplittableRandom(1));
        assertThat(choice.expected()).containsExactly(new double[] {0.2, 0}, within(1e-12));
        assertThat(bandit.weight(0)).isCloseTo(0.25, within(1e-12));
    }

    /** An outcome that arrives late is no reason to discount, and none to fail. */
    @Test
    void outcomesMayArriveOutOfOrder() {
        DiscountedBandit bandit = new DiscountedBandit(2, 1, 0, 0, 1);
        bandit.learn(0, ONE, 1, 10);
        bandit.learn(0, ONE, 1, 9);

        assertThat(bandit.weight(0)).isEqualTo(2);
    }
}
