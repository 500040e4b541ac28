package dev.edgewise.sandbox.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.sandbox.topology.DelayMatrix;
import dev.edgewise.sandbox.topology.MatrixFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LinkDelaysTest {
    @TempDir
    Path directory;

    @Test
    void aLinkSlowsDownInBothDirectionsAndInTheFile() throws IOException {
        double[][] ms = {{0, 1, 2}, {1, 0, 3}, {2, 3, 0}};
        LinkDelays links = new LinkDelays(new DelayMatrix(List.of("a", "b", "c"), ms), directory.resolve("delays"));

        links.slow("a", "b", 80);

        assertThat(links.between("b", "a")).isEqualTo(80);
        assertThat(MatrixFiles.read(directory.resolve("delays")))
                .isDeepEqualTo(new double[][] {{0, 80, 2}, {80, 0, 3}, {2, 3, 0}});
        assertThat(ms[0][1]).as("the topology stays as it was").isEqualTo(1);
    }
}
