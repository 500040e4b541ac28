package dev.edgewise.networkprobe.estimation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class EstimateBoundsTest {
    private static final Offset<Double> CLOSE = Offset.offset(1e-3);

    /** Residuals 0.01, 0.02, …: as many as asked for, in ascending order. */
    private static double[] hundredths(int count) {
        return IntStream.rangeClosed(1, count).mapToDouble(i -> i / 100.0).toArray();
    }

    /** n = 99: rank ⌈100 · 0.85⌉ = 85, so q = 0.85; e^0.85 = 2.3396. */
    @Test
    void takesTheFiniteSampleQuantile() {
        assertThat(EstimateBounds.upper(hundredths(99), 0.85)).isCloseTo(2.3396, CLOSE);
    }

    /**
     * n = 19 is too few. n = 20 at 0.99: rank ⌈21 · 0.99⌉ = 21 of 20, so there is no bound. At 0.95 it is the 20th,
     * e^0.2.
     */
    @Test
    void isInfiniteWhereResidualsAreTooFew() {
        assertThat(EstimateBounds.upper(hundredths(19), 0.5)).isInfinite();
        assertThat(EstimateBounds.upper(hundredths(20), 0.99)).isInfinite();
        assertThat(EstimateBounds.upper(hundredths(20), 0.95)).isCloseTo(1.2214, CLOSE);
        assertThat(EstimateBounds.lower(hundredths(19), 0.5)).isZero();
    }

    /** All residuals positive: the truth was always more, so the lower bound is the estimate itself. */
    @Test
    void neverCrossTheEstimate() {
        assertThat(EstimateBounds.lower(hundredths(99), 0.85)).isEqualTo(1);
        assertThat(EstimateBounds.upper(
                        IntStream.range(0, 99).mapToDouble(i -> -1).toArray(), 0.85))
                .isEqualTo(1);
    }

    /**
     * 100 residuals of ln 1.1 in the bin of 20 ms, of ln 2 in that of 80 ms, three bins up; each alone is less than
     * 120.
     */
    @Test
    void poolsNeighboursUntilThereAreEnough() {
        EstimateResiduals residuals = new EstimateResiduals();
        for (int i = 0; i < 100; i++) {
            residuals.add(EstimateBasis.AGREEING, 20_000, 22_000);
            residuals.add(EstimateBasis.AGREEING, 80_000, 160_000);
        }

        EstimateBounds bounds = new EstimateBounds(residuals, 0.85);

        // 200 pooled, half of them ln 2: rank ⌈201 · 0.85⌉ = 171 is one of those.
        assertThat(bounds.around(20_000, EstimateBasis.AGREEING, true).upperMicros())
                .isCloseTo(40_000, Offset.offset(1.0));
        for (int i = 0; i < 20; i++) {
            residuals.add(EstimateBasis.AGREEING, 20_000, 22_000);
        }
        // 120 in the bin itself: neighbours are no longer asked.
        assertThat(new EstimateBounds(residuals, 0.85)
                        .around(20_000, EstimateBasis.AGREEING, true)
                        .upperMicros())
                .isCloseTo(22_000, Offset.offset(1.0));
    }

    /** 20 of 120 pairs of that kind did not answer: that is more than the 15 % that may be farther than the bound. */
    @Test
    void whereManyPairsDoNotAnswerThereIsNoUpperBound() {
        EstimateResiduals residuals = new EstimateResiduals();
        for (int i = 0; i < 100; i++) {
            residuals.add(EstimateBasis.AGREEING, 20_000, 22_000);
        }
        int[] silent = new int[EstimateResiduals.places()];
        int place = EstimateResiduals.place(new SiteDistanceMap.Middle(20_000, EstimateBasis.AGREEING));

        silent[place] = 10;
        assertThat(new EstimateBounds(residuals, silent, 0.85)
                        .around(20_000, EstimateBasis.AGREEING, true)
                        .upperMicros())
                .isCloseTo(22_000, Offset.offset(1.0));
        silent[place] = 20;
        assertThat(new EstimateBounds(residuals, silent, 0.85)
                        .around(20_000, EstimateBasis.AGREEING, true)
                        .upperMicros())
                .isInfinite();
    }

    @Test
    void keepsBasesApart() {
        EstimateResiduals residuals = new EstimateResiduals();
        for (int i = 0; i < 200; i++) {
            residuals.add(EstimateBasis.SITE_PAIR, 20_000, 20_200);
        }

        EstimateBounds bounds = new EstimateBounds(residuals, 0.85);

        assertThat(bounds.around(20_000, EstimateBasis.SITE_PAIR, true).upperMicros())
                .isCloseTo(20_200, Offset.offset(1.0));
        assertThat(bounds.around(20_000, EstimateBasis.DIFFERING, true).upperMicros())
                .isInfinite();
    }

    @Test
    void withinASiteItIsThreeMillisecondsAtMost() {
        EstimateBounds bounds = new EstimateBounds(new EstimateResiduals(), 0.85);

        assertThat(bounds.around(400, EstimateBasis.SAME_SITE, true).upperMicros())
                .isEqualTo(3_000);
        assertThat(bounds.around(3_500, EstimateBasis.SAME_SITE, true).upperMicros())
                .isEqualTo(3_500);
    }

    /** Twenty times 8 ms where 400 µs were estimated: rank ⌈21 · 0.85⌉ = 18 of 20 is 20 times as much. */
    @Test
    void withinASiteResidualsCountOnceThereAreEnough() {
        EstimateResiduals residuals = new EstimateResiduals();
        for (int i = 0; i < 20; i++) {
            residuals.add(EstimateBasis.SAME_SITE, 400, 8_000);
        }

        assertThat(new EstimateBounds(residuals, 0.85)
                        .around(400, EstimateBasis.SAME_SITE, true)
                        .upperMicros())
                .isCloseTo(8_000, Offset.offset(1.0));
    }

    @Test
    void whoIsNotTrustedSaysNothingButWhatWasMeasured() {
        EstimateBounds bounds = new EstimateBounds(new EstimateResiduals(), 0.85);

        assertThat(bounds.around(400, EstimateBasis.SAME_SITE, false).upperMicros())
                .isInfinite();
        assertThat(bounds.around(400, EstimateBasis.MEASURED, false))
                .isEqualTo(new Estimate(400, 400, 400, EstimateBasis.MEASURED, 0.85));
    }
}
