package dev.edgewise.sandbox.evaluate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EvaluateTest {
    @TempDir
    Path directory;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int evaluate(String matrix, String... options) throws IOException {
        Path file = directory.resolve("m.txt");
        Files.writeString(file, matrix);
        Stream<String> all =
                Stream.concat(Stream.of("rtt-estimation", "--matrix", file.toString()), Arrays.stream(options));
        return Evaluate.execute(new PrintWriter(out), new PrintWriter(err), all.toArray(String[]::new));
    }

    /** Sixty nodes in a row, three of them 0.2 ms apart, then 4 ms to the next three. */
    private static String line() {
        StringBuilder text = new StringBuilder();
        for (int from = 0; from < 60; from++) {
            for (int to = 0; to < 60; to++) {
                text.append(from == to ? 0 : from / 3 == to / 3 ? 0.2 : 4.0 * Math.abs(from / 3 - to / 3))
                        .append(' ');
            }
            text.append('\n');
        }
        return text.toString();
    }

    @Test
    void reportsOneLineWithFiguresAndBars() throws IOException {
        assertThat(evaluate(line(), "--k", "8", "--seeds", "2")).isZero();

        assertThat(out.toString().lines())
                .singleElement()
                .asString()
                .startsWith(
                        "{\"name\":\"rtt-estimation\",\"figures\":{\"nodes\":60,\"k\":8,\"bound\":85,\"seeds\":2,\"precision20\":")
                .contains("\"recall80\":", "\"error_p50\":", "\"coverage\":", "\"bars\":{\"precision20\":{\"value\":")
                .contains("\"atLeast\":0.66,")
                .endsWith("}}");
        assertThat(err.toString()).contains("seed 1 of 2", "seed 2 of 2");
    }

    @Test
    void thereAreBarsForTheirBoundOnly() throws IOException {
        assertThat(evaluate(line(), "--k", "8", "--seeds", "1", "--bound", "95"))
                .isZero();

        assertThat(out.toString()).contains("\"bars\":{}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            0 1/1 0       | --k     | 2   | option '--k': '2'; allowed: a whole number from 1 to 1
            0 1/1 0       | --k     | 0   | option '--k': '0'; allowed: a whole number from 1 to 1
            0 1/1 0       | --bound | 49  | option '--bound': '49'; allowed: a whole number from 50 to 99
            0 1/1 0       | --bound | 100 | option '--bound': '100'; allowed
            0 1/1 0       | --bound | x   | option '--bound': 'x'; allowed
            0 1/1 0       | --seeds | 0   | option '--seeds': '0'; allowed: a whole number from 1 to 1000
            0 1 2/1 0 2   | --k     | 1   | m.txt'; allowed: a square matrix
            0 -1/1 0      | --k     | 1   | m.txt'; allowed: a square matrix of delays in ms, 0 or more
            0 NaN/1 0     | --k     | 1   | m.txt'; allowed: a square matrix of delays in ms, 0 or more
            0 1/1 0       | --what  | 1   | Unknown option
            """)
    void refusesWhatItCannotUseInOneLine(String matrix, String option, String value, String message)
            throws IOException {
        assertThat(evaluate(matrix.replace('/', '\n'), option, value)).isEqualTo(2);

        assertThat(out.toString()).isEmpty();
        assertThat(err.toString().lines()).singleElement().asString().contains(message);
    }

    @Test
    void refusesAMissingFileAndAnUnknownName() {
        assertThat(Evaluate.execute(
                        new PrintWriter(out), new PrintWriter(err), "rtt-estimation", "--matrix", "/no/such/file"))
                .isEqualTo(2);
        assertThat(err.toString()).contains("'--matrix': '/no/such/file'; allowed: a readable file");
        assertThat(Evaluate.execute(new PrintWriter(out), new PrintWriter(err), "nothing"))
                .isEqualTo(2);
    }
}
