package dev.edgewise.sandbox.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MatrixFilesTest {
    @TempDir
    Path directory;

    @Test
    void readsPlainAndGzipAlike() throws IOException {
        Path plain = Files.writeString(directory.resolve("m.txt"), "0 1.5\n\n2.5\t0\n");
        Path packed = directory.resolve("m.txt.gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(packed))) {
            out.write("0 1.5\n2.5 0".getBytes(StandardCharsets.UTF_8));
        }

        assertThat(MatrixFiles.read(plain)).isDeepEqualTo(new double[][] {{0, 1.5}, {2.5, 0}});
        assertThat(MatrixFiles.read(packed)).isDeepEqualTo(MatrixFiles.read(plain));
    }

    @Test
    void skipsComments() throws IOException {
        Path file = Files.writeString(directory.resolve("m.txt"), "# ms\n0 1.5 # from a\n  # to b:\n2.5 0#\n");

        assertThat(MatrixFiles.read(file)).isDeepEqualTo(new double[][] {{0, 1.5}, {2.5, 0}});
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "0 1/x 0;line 2, column 1: 'x' is not a number",
                "0 1/# ms/x 0;line 3, column 1: 'x' is not a number",
                "0 1/2 -3;line 2, column 2: '-3'",
                "0 NaN/2 0;line 1, column 2: 'NaN'",
                "0 1/2;line 2: 1 numbers; the lines before it have 2",
                "0 1/2 0/3 4;3 rows of 2 columns",
                "0;1 rows of 1 columns"
            })
    void namesWhatIsWrongAndWhere(String text, String message) throws IOException {
        Path file = Files.writeString(directory.resolve("bad.txt"), text.replace('/', '\n'));

        assertThatThrownBy(() -> MatrixFiles.read(file))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("bad.txt")
                .hasMessageContaining(message);
    }

    @Test
    void writesWhatItReads() throws IOException {
        double[][] ms = {{0, 1.25}, {3, 0}};
        DelayMatrix matrix = new DelayMatrix(List.of("a", "b"), ms);

        MatrixFiles.writeMatrix(matrix, directory.resolve("m"));
        MatrixFiles.writeMetadata(
                new Topology(
                        List.of(
                                new SimulatedNode("a", "harbour", "east", false, 2, 4),
                                new SimulatedNode("b", "airport", "east", false, 2, 4)),
                        matrix),
                directory.resolve("n"));

        assertThat(MatrixFiles.read(directory.resolve("m"))).isDeepEqualTo(ms);
        assertThat(directory.resolve("n"))
                .hasContent(
                        "{\"a\": {\"row\": 0, \"zone\": \"harbour\"},\n \"b\": {\"row\": 1, \"zone\": \"airport\"}}");
    }

    @Test
    void rowsOfAMatrixBecomeNodesAndNearOnesASite() {
        // 9 ms: one site; 30 ms: another
        double[][] ms = {{0, 9, 30, 50}, {9, 0, 30, 50}, {30, 30, 0, 50}, {50, 50, 50, 0}};

        Topology topology = MatrixTopology.of(ms, 4, 1);

        assertThat(topology.nodes())
                .extracting(SimulatedNode::name)
                .containsExactly("edge-1", "edge-2", "edge-3", "cloud-1");
        assertThat(topology.nodes())
                .extracting(SimulatedNode::site)
                .containsExactly("site-1", "site-1", "site-2", "cloud");
        assertThatThrownBy(() -> MatrixTopology.of(ms, 5, 1)).hasMessageContaining("5 nodes; this matrix has 4 rows");
    }
}
