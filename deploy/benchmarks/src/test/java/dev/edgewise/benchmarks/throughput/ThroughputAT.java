package dev.edgewise.benchmarks.throughput;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** The whole benchmark, small, with the contestant that needs nothing built, on a real control plane without nodes. */
class ThroughputAT {
    private final PrintStream stdout = System.out;

    @AfterEach
    void restore() {
        System.setOut(stdout);
    }

    @Test
    void aBareLoopBindsAndTellsColdAndWarm() {
        String kubeconfig = System.getenv("KUBECONFIG");
        assumeTrue(kubeconfig != null, "KUBECONFIG names no cluster");
        ByteArrayOutputStream report = new ByteArrayOutputStream();
        System.setOut(new PrintStream(report, true, StandardCharsets.UTF_8));

        int status = new CommandLine(new ThroughputBenchmark())
                .execute(("--kubeconfig " + kubeconfig
                                + " --contestants bare-loop --nodes 20 --pods 100 --warm-up 200 --rounds 2")
                        .split(" "));

        assertThat(status).isZero();
        assertThat(report.toString(StandardCharsets.UTF_8))
                .contains(
                        "\"name\":\"throughput\"",
                        "\"nodes\":20",
                        "\"bare_loop_pods_per_s\":",
                        "\"bare_loop_cold_s\":");
    }
}
