package dev.edgewise.global.adaptive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class OfflineEvaluatorTest {
    private static final double[] ONE = {1};
    private static final OfflineEvaluator.Target ALWAYS_FIRST = context -> new double[] {1, 0};

    /**
     * Weights 1/0.5 = 2, 0 and 1/0.25 = 4; IPS (2 × 1 + 4 × 0.5) / 3 = 4/3; SNIPS 4 / 6; effective sample 6² / (4 + 16)
     * = 1.8.
     */
    @Test
    void weighsByPropensity() {
        OfflineEvaluator.Evaluation result = new OfflineEvaluator(2, 100)
                .evaluate(
                        List.of(
                                new LoggedDecision(ONE, 0, 0.5, 1),
                                new LoggedDecision(ONE, 1, 0.5, 1),
                                new LoggedDecision(ONE, 0, 0.25, 0.5)),
                        ALWAYS_FIRST,
                        1);

        assertThat(result.ips().mean()).isCloseTo(4.0 / 3, within(1e-12));
        assertThat(result.snips().mean()).isCloseTo(4.0 / 6, within(1e-12));
        assertThat(result.effectiveSample()).isCloseTo(1.8, within(1e-12));
        assertThat(result.clipped()).isZero();
        assertThat(result.reliable()).isFalse();
    }

    /** The weight 4 is cut to 3, one of three: IPS (2 × 1 + 3 × 0.5) / 3. */
    @Test
    void cutsLargeWeightsAndSaysTheirShare() {
        OfflineEvaluator.Evaluation result = new OfflineEvaluator(2, 3)
                .evaluate(
                        List.of(
                                new LoggedDecision(ONE, 0, 0.5, 1),
                                new LoggedDecision(ONE, 1, 0.5, 1),
                                new LoggedDecision(ONE, 0, 0.25, 0.5)),
                        ALWAYS_FIRST,
                        1);

        assertThat(result.ips().mean()).isCloseTo(3.5 / 3, within(1e-12));
        assertThat(result.clipped()).isCloseTo(1.0 / 3, within(1e-12));
    }

    /**
     * The reward of arm 0 is the context, of arm 1 one minus it; the logged policy takes the better arm with 0.95 +
     * 0.025. Always arm 0 would have the mean of the context, 0.5. In 40 logs the intervals of 95 % contain it about 38
     * times; four deviations of the binomial, 1.4 each, below that is 32.
     */
    @Test
    void intervalsContainTheTruth() {
        int[] contained = new int[3];
        for (int seed = 0; seed < 40; seed++) {
            OfflineEvaluator.Evaluation result =
                    new OfflineEvaluator(2, 100).evaluate(log(new SplittableRandom(seed)), ALWAYS_FIRST, seed);
            assertThat(result.decisions()).isEqualTo(2000);
            contained[0] += contains(result.ips()) ? 1 : 0;
            contained[1] += contains(result.snips()) ? 1 : 0;
            contained[2] += contains(result.doublyRobust()) ? 1 : 0;
        }
        assertThat(contained[0]).isGreaterThanOrEqualTo(32);
        assertThat(contained[1]).isGreaterThanOrEqualTo(32);
        assertThat(contained[2]).isGreaterThanOrEqualTo(32);
    }

    /**
     * Rewards are a linear function of the context, which the model learns: the doubly robust interval is less than
     * half as long as that of IPS.
     */
    @Test
    void aGoodModelShortensTheInterval() {
        OfflineEvaluator.Evaluation result =
                new OfflineEvaluator(2, 100).evaluate(log(new SplittableRandom(1)), ALWAYS_FIRST, 1);

        assertThat(length(result.doublyRobust())).isLessThan(0.5 * length(result.ips()));
    }

    @Test
    void needsADecision() {
        assertThatThrownBy(() -> new OfflineEvaluator(2, 100).evaluate(List.of(), ALWAYS_FIRST, 1))
                .hasMessageContaining("no decision");
    }

    private static List<LoggedDecision> log(SplittableRandom random) {
        List<LoggedDecision> log = new ArrayList<>();
        for (int i = 0; i < 2000; i++) {
            double x = random.nextDouble();
            int best = x > 0.5 ? 0 : 1;
            int arm = random.nextDouble() < 0.05 ? random.nextInt(2) : best;
            double reward = (arm == 0 ? x : 1 - x) + random.nextDouble(-0.05, 0.05);
            log.add(new LoggedDecision(new double[] {1, x}, arm, arm == best ? 0.975 : 0.025, reward));
        }
        return log;
    }

    private static boolean contains(OfflineEvaluator.Estimate estimate) {
        return estimate.lower() <= 0.5 && 0.5 <= estimate.upper();
    }

    private static double length(OfflineEvaluator.Estimate estimate) {
        return estimate.upper() - estimate.lower();
    }
}
