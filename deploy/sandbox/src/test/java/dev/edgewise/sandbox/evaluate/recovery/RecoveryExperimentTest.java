package dev.edgewise.sandbox.evaluate.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class RecoveryExperimentTest {
    @TempDir
    Path directory;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @BeforeEach
    void writeMatrix() throws IOException {
        Files.writeString(
                directory.resolve("m.txt"),
                Arrays.stream(SequentialPodPlacerTest.line(10))
                        .map(row -> Arrays.stream(row).mapToObj(String::valueOf).collect(Collectors.joining(" ")))
                        .collect(Collectors.joining("\n")));
    }

    private int run(String... options) {
        Stream<String> all =
                Stream.concat(Stream.of("--matrix", directory.resolve("m.txt").toString()), Arrays.stream(options));
        return new CommandLine(new RecoveryExperiment())
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(all.toArray(String[]::new));
    }

    @Test
    void saysWhatBetterBackupsWouldKeep() {
        assertThat(run("--pods", "60", "--seeds", "1", "--sizes", "mixed", "--optimize", "1"))
                .isZero();

        assertThat(out.toString())
                .contains("\"mixed.optimized_reserve_percent\":", "\"mixed.optimized_moves\":")
                .contains("\"mixed.optimized_uncovered_pairs\":{\"value\":0,\"atMost\":0.0,\"met\":true}")
                .contains("\"mixed.optimized_recovered_percent\":{\"value\":100,\"atLeast\":100.0,\"met\":true}");
    }

    @Test
    void reportsFiguresAndBarsOnOneLine() {
        assertThat(run("--pods", "60", "--seeds", "2")).isZero();

        assertThat(out.toString().lines())
                .singleElement()
                .asString()
                .startsWith(
                        "{\"name\":\"recovery\",\"figures\":{\"nodes\":12,\"pods\":60,\"seeds\":2,\"equal.reserve_percent\":")
                .contains("\"equal.uncovered_pairs\":0,", "\"mixed.recovered_percent\":100,", "\"decision_p99_ms\":")
                .contains("\"mixed.uncovered_pairs\":{\"value\":0,\"atMost\":0.0,\"met\":true}")
                .contains("\"equal.recovered_percent\":{\"value\":100,\"atLeast\":100.0,\"met\":true}")
                .contains("\"refresh_ms\":{\"value\":");
        assertThat(err.toString()).contains("equal, seed 1: reserve ", "mixed, seed 2: reserve ");
    }

    @Test
    void oneKindOfSizesIsEnough() {
        assertThat(run("--pods", "20", "--seeds", "1", "--first-seed", "7", "--sizes", "mixed"))
                .isZero();

        assertThat(out.toString()).contains("mixed.reserve_percent").doesNotContain("equal.");
        assertThat(err.toString()).contains("mixed, seed 7: ");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--pods | 0 | a whole number from 1 to 100000",
                "--seeds | 0 | a whole number from 1 to 1000",
                "--first-seed | x | a whole number from 1 to 1000000",
                "--sizes | large | equal, mixed",
                "--matrix | /no/such/file | a readable file"
            })
    void aWrongValueIsNamedWithWhatIsAllowed(String option, String value, String allowed) {
        int status = option.equals("--matrix")
                ? new CommandLine(new RecoveryExperiment())
                        .setErr(new PrintWriter(err))
                        .execute(option, value)
                : run(option, value);

        assertThat(status).isEqualTo(2);
        assertThat(err.toString())
                .contains("Invalid value for option '" + option + "': '" + value + "'; allowed: " + allowed);
        assertThat(out.toString()).isEmpty();
    }
}
