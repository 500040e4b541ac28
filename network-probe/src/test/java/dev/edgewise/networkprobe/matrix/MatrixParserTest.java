package dev.edgewise.networkprobe.matrix;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Locale;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MatrixParserTest {
    private static DelayMatrix parse(String text) throws InvalidFileException {
        return MatrixParser.parse("rtt.txt", text.getBytes(UTF_8));
    }

    @Test
    void keepsTheDirection() throws InvalidFileException {
        DelayMatrix matrix = parse("0 12.5\n7 0\n");

        assertThat(matrix.size()).isEqualTo(2);
        assertThat(matrix.micros(0, 1)).isEqualTo(12_500);
        assertThat(matrix.micros(1, 0)).isEqualTo(7_000);
    }

    @Test
    void takesWhatNumpyWritesAndReads() throws InvalidFileException {
        DelayMatrix matrix = parse("# ms\r\n\r\n 0.000e+00\t1.750000000000000000e-01 # a comment\r\n+2.553 .5");

        assertThat(matrix.micros(0, 1)).isEqualTo(175);
        assertThat(matrix.micros(1, 0)).isEqualTo(2_553);
        assertThat(matrix.micros(1, 1)).isEqualTo(500);
    }

    @Test
    void roundsToTheNearestMicrosecond() throws InvalidFileException {
        assertThat(parse("0.0004").micros(0, 0)).isZero();
        assertThat(parse("0.0005").micros(0, 0)).isEqualTo(1);
        assertThat(parse("137.18").micros(0, 0)).isEqualTo(137_180);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            0 1\\n2 x      | rtt.txt:2:3: value 2 of the row is "x": it must be a delay in ms
            0 -1\\n2 0     | rtt.txt:1:3: value 2 of the row is "-1": it must be a delay in ms
            0 NaN\\n2 0    | rtt.txt:1:3: value 2 of the row is "NaN"
            0 inf\\n2 0    | rtt.txt:1:3: value 2 of the row is "inf"
            0 1e99\\n2 0   | rtt.txt:1:3: value 2 of the row is "1e99"
            0 1.2.3\\n2 0  | rtt.txt:1:3: value 2 of the row is "1.2.3"
            0 .\\n2 0      | rtt.txt:1:3: value 2 of the row is "."
            0 12,5\\n2 0   | rtt.txt:1:3: value 2 of the row is "12,5"
            0 1\\n2        | rtt.txt:2:2: the row has 1 values and the first row has 2
            0 1\\n2 0 7    | rtt.txt:2:5: the row has more than 2 values
            0 1            | rtt.txt:1:4: the matrix ends after 1 rows of 2 values: it must be square
            0 1\\n2 0\\n3 4| rtt.txt:3:1: row 3 is one too many
            # none         | rtt.txt:1:1: there is no value
            """)
    void saysWhereAFileIsBad(String text, String message) {
        assertThatThrownBy(() -> parse(text.replace("\\n", "\n")))
                .isInstanceOf(InvalidFileException.class)
                .hasMessageStartingWith(message);
    }

    @Property(tries = 200, seed = "1")
    void readsBackWhatWasWritten(@ForAll @IntRange(min = 1, max = 12) int size, @ForAll long seed)
            throws InvalidFileException {
        Random random = new Random(seed);
        long[] micros = random.longs((long) size * size, 0, 400_000).toArray();
        String text = IntStream.range(0, size)
                .mapToObj(row -> IntStream.range(0, size)
                        .mapToObj(column -> random.nextBoolean()
                                ? String.format(Locale.ROOT, "%.3f", micros[row * size + column] / 1e3)
                                : String.format(Locale.ROOT, "%.18e", micros[row * size + column] / 1e3))
                        .collect(Collectors.joining(random.nextBoolean() ? " " : " \t")))
                .collect(Collectors.joining("\n"));

        DelayMatrix matrix = parse(text);

        for (int i = 0; i < size * size; i++) {
            assertThat(matrix.micros(i / size, i % size)).isEqualTo(micros[i]);
        }
    }

    @Property(tries = 500, seed = "1")
    void anyBytesAreAMatrixOrABadFile(@ForAll byte[] bytes) {
        try {
            assertThat(MatrixParser.parse("f", bytes).size()).isPositive();
        } catch (InvalidFileException e) {
            assertThat(e).hasMessageMatching("(?s)f:\\d+:\\d+: .+");
        }
    }
}
