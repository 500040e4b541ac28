package dev.edgewise.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class BenchmarksTest {
    private final StringWriter said = new StringWriter();
    private final CommandLine commandLine = Benchmarks.commandLine().setErr(new PrintWriter(said, true));

    @Test
    void namesTheBenchmarksThereAre() {
        assertThat(commandLine.execute("decisions")).isEqualTo(2);
        assertThat(said.toString()).contains("'decisions'", "benchmarks: decision, rtt-index, planetlab, throughput");
    }

    @Test
    void aNameIsNeeded() {
        assertThat(commandLine.execute()).isEqualTo(2);
        assertThat(said.toString()).contains("benchmarks: decision, rtt-index, planetlab, throughput");
    }

    @Test
    void namesTheOptionsThereAre() {
        assertThat(commandLine.execute("rtt-index", "--node", "3")).isEqualTo(2);
        assertThat(said.toString()).contains("'--node'", "options of rtt-index: --nodes, --rounds, --warm-up");
    }

    @Test
    void planetlabNeedsAMatrix() {
        assertThat(commandLine.execute("planetlab", "--kubeconfig", "f")).isEqualTo(2);
        assertThat(said.toString()).contains("Missing required option: '--rtt=<rtt>'");
    }
}
