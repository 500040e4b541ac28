package dev.edgewise.networkprobe.pairs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DecayingHistogramTest {
    private final DecayingHistogram histogram = new DecayingHistogram();

    @Test
    void valuesBelowHalfAMillisecondAreExact() {
        for (long micros = 1; micros <= 100; micros++) {
            histogram.add(micros * 5);
        }

        assertThat(histogram.quantile(0.01)).isEqualTo(5);
        assertThat(histogram.quantile(0.50)).isBetween(245L, 255L);
        assertThat(histogram.quantile(1)).isEqualTo(500);
    }

    @Test
    void whatIsOldWeighsLess() {
        histogram.add(100);
        histogram.add(100);
        histogram.add(100);
        histogram.decay(0.25);
        histogram.add(200);

        // 3 × 0.25 = 0.75 at 100 µs, 1 at 200 µs: of 1.75 the half is 0.875.
        assertThat(histogram.total()).isEqualTo(1.75, within(1e-6));
        assertThat(histogram.quantile(0.5)).isEqualTo(200);
        assertThat(histogram.quantile(0.4)).isEqualTo(100);
    }

    @Test
    void whatIsNextToNothingIsForgotten() {
        histogram.add(100);
        histogram.decay(0.001);

        assertThat(histogram.isEmpty()).isTrue();
    }

    @Test
    void manyDifferentValuesStillGiveTheirPercentiles() {
        Random random = new Random(20261121);
        long[] values = new long[2_000];
        for (int i = 0; i < values.length; i++) {
            values[i] = Math.round(5_000 * Math.exp(random.nextGaussian() * 0.5));
            histogram.add(values[i]);
        }
        Arrays.sort(values);

        assertThat(histogram.quantile(0.50)).isCloseTo(values[999], within(values[999] / 20));
        assertThat(histogram.quantile(0.95)).isCloseTo(values[1899], within(values[1899] / 10));
    }

    /** Log-normal of σ = 1, as a mobile link under load: p99 is ten times the median. */
    @ParameterizedTest
    @ValueSource(doubles = {0.3, 1, 1.5})
    void tailsAreKnownToTwelvePercent(double sigma) {
        Random random = new Random(7);
        long[] values = new long[3_000];
        for (int i = 0; i < values.length; i++) {
            values[i] = Math.round(20_000 * Math.exp(random.nextGaussian() * sigma));
            histogram.add(values[i]);
        }
        Arrays.sort(values);

        assertThat(histogram.quantile(0.50) / (double) values[1_499]).isCloseTo(1, within(0.12));
        assertThat(histogram.quantile(0.95) / (double) values[2_849]).isCloseTo(1, within(0.12));
        assertThat(histogram.quantile(0.99) / (double) values[2_969]).isCloseTo(1, within(0.12));
    }

    @Property(tries = 200, seed = "20261121")
    void percentilesLieAmongTheSamplesAndInOrder(
            @ForAll @Size(min = 1, max = 60) List<@LongRange(min = 1, max = 60_000_000) Long> samples) {
        DecayingHistogram any = new DecayingHistogram();
        samples.forEach(any::add);
        long least = samples.stream().min(Long::compare).orElseThrow();
        long most = samples.stream().max(Long::compare).orElseThrow();

        assertThat(any.quantile(0.5)).isLessThanOrEqualTo(any.quantile(0.95));
        assertThat(any.quantile(0.95)).isLessThanOrEqualTo(any.quantile(0.99));
        // A bucket is a 256th of a doubling wide.
        assertThat((double) any.quantile(0)).isCloseTo(least, within(1 + least / 256.0));
        assertThat((double) any.quantile(1)).isCloseTo(most, within(1 + most / 256.0));
    }
}
