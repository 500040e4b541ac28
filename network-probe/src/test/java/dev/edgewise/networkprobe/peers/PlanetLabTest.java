package dev.edgewise.networkprobe.peers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.edgewise.networkprobe.matrix.DelayMatrix;
import dev.edgewise.networkprobe.matrix.InvalidFileException;
import dev.edgewise.networkprobe.matrix.MatrixParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.IntStream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;

/** Tests on 490 nodes as they were measured; skipped where the data is not at hand. */
class PlanetLabTest {
    private static final Path DATA = Path.of("../../shared/data/rtt/planetlab-490-3.txt.gz");

    private static DelayMatrix matrix() throws IOException, InvalidFileException {
        assumeTrue(Files.isReadable(DATA), () -> "skipped: there is no " + DATA);
        try (GZIPInputStream in = new GZIPInputStream(Files.newInputStream(DATA))) {
            return MatrixParser.parse(DATA.toString(), in.readAllBytes());
        }
    }

    @Test
    void keepsToTheBars() throws IOException, InvalidFileException {
        DelayMatrix matrix = matrix();
        Simulation.Network network = (from, to) -> matrix.micros(Integer.parseInt(from), Integer.parseInt(to));
        Simulation run = new Simulation(
                network,
                IntStream.range(0, matrix.size()).mapToObj(String::valueOf).toList(),
                48,
                16,
                1);

        run.warmUp();

        // What every run must reach; evaluate holds the mean to more.
        double[][] least = {{20, .96, .84}, {40, .96, .85}, {80, .96, .93}};
        for (double[] bar : least) {
            double[] found = run.precisionAndRecall(bar[0]);
            assertThat(found[0]).as("precision at %s ms", bar[0]).isGreaterThan(bar[1]);
            assertThat(found[1]).as("recall at %s ms", bar[0]).isGreaterThan(bar[2]);
        }
    }
}
