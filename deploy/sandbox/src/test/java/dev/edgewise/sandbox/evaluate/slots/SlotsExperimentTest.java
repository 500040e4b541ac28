package dev.edgewise.sandbox.evaluate.slots;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.edgewise.examples.slots.learning.JobPair;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class SlotsExperimentTest {
    private static final RunTimeNoise NONE = new RunTimeNoise(1, 0);

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int evaluate(String... options) {
        return new CommandLine(new SlotsExperiment())
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(options);
    }

    @Test
    void theThesisLeavesSparkPiAlone() {
        // Least means 24, 68, 444, 24 and 171 s. flink-wc beside spark-pi-long loses 28 - 24 + 444 - 444 = 4 s,
        // flink-wc2 beside
        // spark-crawler 25 - 24 + 171 - 171 = 1 s. Spark-pi beside spark-crawler loses 94 - 68 + 203 - 171 = 58 s.
        TrueRunTimes truth = TrueRunTimes.THESIS;

        assertThat(truth.total()).isEqualTo(731);
        assertThat(truth.loss(JobPair.of("flink-wc", "spark-pi-long"))).isEqualTo(4);
        assertThat(truth.loss(JobPair.of("spark-pi", "spark-crawler"))).isEqualTo(58);
        assertThat(truth.best())
                .containsExactly(JobPair.of("flink-wc", "spark-pi-long"), JobPair.of("flink-wc2", "spark-crawler"));
    }

    @Test
    void withoutNoiseTheMinimumOfRunsDecides() {
        PairSearchSampleCounter counts = new PairSearchSampleCounter(TrueRunTimes.THESIS, NONE);

        // Ten pairs, three runs each; the oracle needs one of each.
        assertThat(counts.ofExample()).isEqualTo(new PairSearchSampleCounter.Found(30, true));
        assertThat(counts.ofOracle()).isEqualTo(new PairSearchSampleCounter.Found(10, true));
    }

    @Test
    void theOracleIsNeverWorseThanTheExample() {
        for (long seed = 1; seed <= 3; seed++) {
            PairSearchSampleCounter counts =
                    new PairSearchSampleCounter(TrueRunTimes.THESIS, new RunTimeNoise(seed, 0.05));
            PairSearchSampleCounter.Found example = counts.ofExample();
            PairSearchSampleCounter.Found oracle = counts.ofOracle();

            assertThat(oracle.right()).isTrue();
            assertThat(oracle.samples()).isGreaterThanOrEqualTo(10);
            if (example.right()) {
                assertThat(oracle.samples()).isLessThanOrEqualTo(example.samples());
            }
        }
    }

    @Test
    void aBatchTakesAsLongAsItsLongestJobs() {
        // Four jobs on two nodes: a and b, c and d take 10 s each beside each other, and 20 s beside others.
        double[][] seconds = {{0, 10, 20, 20}, {10, 0, 20, 20}, {20, 20, 0, 10}, {20, 20, 10, 0}};
        TrueRunTimes truth = new TrueRunTimes(List.of("a", "b", "c", "d"), seconds);

        Makespans.Outcome outcome = new Makespans(truth, NONE, 2, 300).run();

        // By order of arrival a third of the Schedulings has the right pairs: about 100 · 10 + 200 · 20 = 5,000 s.
        assertThat(outcome.knowing()).isEqualTo(3_000);
        assertThat(outcome.fifo()).isBetween(4_700.0, 5_300.0);
        // The example has to run each of the six pairs three times, two at once: 6 Schedulings with wrong pairs, 10 s
        // longer each.
        assertThat(outcome.example()).isEqualTo(3_060);
        assertThat(outcome.gain()).isCloseTo(100 * (1 - 3_060 / outcome.fifo()), within(1e-9));
    }

    @Test
    void noiseHasAMeanOfOneAndIsTheSameForAll() {
        RunTimeNoise noise = new RunTimeNoise(7, 0.1);
        JobPair pair = JobPair.of("a", "b");
        double[] factors = IntStream.range(0, 20_000)
                .mapToDouble(run -> noise.ofSample(pair, "a", run))
                .toArray();
        double mean = IntStream.range(0, factors.length)
                .mapToDouble(run -> factors[run])
                .average()
                .orElseThrow();
        double variance = IntStream.range(0, factors.length)
                .mapToDouble(run -> (factors[run] - mean) * (factors[run] - mean))
                .average()
                .orElseThrow();

        // Four standard errors: 4 · 0.1 / √20,000 = 0.003.
        assertThat(mean).isCloseTo(1, within(0.003));
        assertThat(Math.sqrt(variance)).isCloseTo(0.1, within(0.003));
        assertThat(noise.ofSample(pair, "a", 3)).isEqualTo(factors[3]).isNotEqualTo(noise.ofSample(pair, "b", 3));
        assertThat(noise.ofRound(3, "a")).isEqualTo(new RunTimeNoise(7, 0.1).ofRound(3, "a"));
    }

    @Test
    void reportsItsFiguresAndBarsInOneLine() {
        assertThat(evaluate("--seeds", "5", "--rounds", "20", "--noise", "5")).isZero();

        assertThat(out.toString().lines())
                .singleElement()
                .asString()
                .startsWith(
                        "{\"name\":\"slots\",\"figures\":{\"seeds\":5,\"noise_percent\":5,\"rounds\":20,\"samples\":")
                .contains("\"samples_ratio\":", "\"regret_low\":", "\"right_percent\":", "\"two_nodes.regret_low\":")
                .contains("\"bars\":{\"samples_ratio\":{\"value\":")
                .contains("\"atMost\":2.0,", "\"above\":0.0,");
        assertThat(err.toString().lines()).hasSize(5).first().asString().startsWith("seed 1: ");
    }

    @Test
    void refusesWhatItCannotUse() {
        assertThat(evaluate("--noise", "0")).isEqualTo(2);
        assertThat(err.toString()).contains("'--noise': '0'; allowed: a whole number from 1 to 50");
    }
}
