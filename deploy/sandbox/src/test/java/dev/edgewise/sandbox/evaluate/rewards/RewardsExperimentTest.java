package dev.edgewise.sandbox.evaluate.rewards;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class RewardsExperimentTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int run(String... options) {
        return new CommandLine(new RewardsExperiment())
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(options);
    }

    @Test
    void reportsFiguresAndBarsOnOneLine() {
        assertThat(run("--nodes", "10", "--seeds", "5")).isZero();

        assertThat(out.toString().lines())
                .singleElement()
                .asString()
                .startsWith("{\"name\":\"rewards\",\"figures\":{\"nodes\":10,\"seeds\":5,\"failures_reduction_low\":")
                .contains("\"throughput_ratio\":", "\"healed_back_s_p95\":", "\"bars\":{\"failures_reduction_low\":");
        assertThat(err.toString()).contains("seed 1: ", "seed 5: ");
    }

    @Test
    void aSeedGivesTheSameRunAndLearningAvoidsFailures() {
        RewardsRunResult learning = new RewardSimulation(20, 7, true).run();

        assertThat(new RewardSimulation(20, 7, true).run()).isEqualTo(learning);
        assertThat(learning.failures())
                .isLessThan(new RewardSimulation(20, 7, false).run().failures() / 2);
        // The cap: a fifth of 20.
        assertThat(learning.brokenClosed()).isLessThanOrEqualTo(4);
    }

    @Test
    void aTenthIsBadAndTheOneThatIsLongestHeals() {
        NodeHealthModel health = new NodeHealthModel(50, 3);
        long bad = IntStream.range(0, 50).filter(health::isBad).count();
        int healed = health.drift();

        assertThat(bad).isEqualTo(5);
        assertThat(health.isBad(healed)).isFalse();
        assertThat(health.isBad(health.latest())).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "--nodes, 9, a whole number from 10 to 1000",
        "--seeds, 4, a whole number from 5 to 1000",
        "--first-seed, x, a whole number from 1 to 1000000"
    })
    void aWrongValueIsNamedWithWhatIsAllowed(String option, String value, String allowed) {
        assertThat(run(option, value)).isEqualTo(2);
        assertThat(err.toString())
                .contains("Invalid value for option '" + option + "': '" + value + "'; allowed: " + allowed);
    }
}
