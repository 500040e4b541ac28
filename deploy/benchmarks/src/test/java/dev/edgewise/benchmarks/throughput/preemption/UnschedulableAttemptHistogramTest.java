package dev.edgewise.benchmarks.throughput.preemption;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class UnschedulableAttemptHistogramTest {
    @Test
    void aPercentileIsFoundInItsBucketByProportion() {
        UnschedulableAttemptHistogram before = UnschedulableAttemptHistogram.parse(metrics(0, 0, 5));
        UnschedulableAttemptHistogram times =
                UnschedulableAttemptHistogram.parse(metrics(40, 100, 105)).since(before);

        // 40 of 100 took up to 4 ms, 60 from 4 to 8 ms; the 55th is 15 of those 60 into the second: 4 + 4 * 15/60
        assertThat(times.count()).isEqualTo(100);
        assertThat(times.millis(55)).isCloseTo(5, within(1e-9));
        assertThat(times.millis(40)).isCloseTo(4, within(1e-9));
    }

    @Test
    void withoutAttemptsThereIsNoPercentile() {
        assertThat(UnschedulableAttemptHistogram.parse("nothing").millis(99)).isNaN();
        assertThat(UnschedulableAttemptHistogram.parse(metrics(0, 0, 3)).millis(99))
                .isInfinite();
    }

    private static String metrics(int upTo4, int upTo8, int all) {
        String name = "scheduler_scheduling_attempt_duration_seconds_bucket{profile=\"edgewise\",result=";
        return name + "\"scheduled\",le=\"0.004\"} 7.0\n"
                + name + "\"unschedulable\",le=\"0.004\"} " + upTo4 + ".0\n"
                + name + "\"unschedulable\",le=\"0.008\"} " + upTo8 + ".0\n"
                + name + "\"unschedulable\",le=\"+Inf\"} " + all + ".0\n";
    }
}
