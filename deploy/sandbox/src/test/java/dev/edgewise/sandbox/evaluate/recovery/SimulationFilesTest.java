package dev.edgewise.sandbox.evaluate.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class SimulationFilesTest {
    private static final String DEPLOYMENT =
            """
            apiVersion: apps/v1
            kind: Deployment
            metadata:
              name: %s
            spec:
              replicas: %s
              template:
                metadata:
                  labels: {%s}
                spec:
                  schedulerName: custom-scheduler
                  containers:
                  - name: main
                    resources:
                      requests: {memory: %s}
            """;

    @TempDir
    Path directory;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    /** Three nodes at the edge, 5 ms apart, and a cloud 50 ms away. */
    @BeforeEach
    void writeFiles() throws IOException {
        write("m.txt", "0 5 5 50\n5 0 5 50\n5 5 0 50\n50 50 50 0\n");
        write("metadata.json", "{\"edge-1\": 0, \"edge-2\": 1, \"edge-3\": 2, \"cloud\": 3}");
        Files.createDirectories(directory.resolve("nodes"));
        write(
                "nodes/edge.json",
                "[{\"name\": \"edge-1\", \"allocatable_memory\": \"8Gi\", \"cloud\": false},"
                        + "{\"name\": \"edge-2\", \"allocatable_memory\": \"8Gi\", \"cloud\": false},"
                        + "{\"name\": \"edge-3\", \"allocatable_memory\": \"8Gi\"}]");
        write("nodes/cloud.json", "{\"name\": \"cloud\", \"allocatable_memory\": \"64Gi\", \"cloud\": true}");
        Files.createDirectories(directory.resolve("pods"));
        // The first one waits for the second one's pods.
        write("pods/1.yaml", DEPLOYMENT.formatted("near", "1", "delay_web: \"5\"", "1Gi"));
        write(
                "pods/2.yaml",
                DEPLOYMENT.formatted("web", "2", "delay_edge-1: \"10\"", "1Gi") + "---\n"
                        + DEPLOYMENT.formatted("batch", "1", "app: batch", "1Gi"));
    }

    private void write(String name, String text) throws IOException {
        Files.writeString(directory.resolve(name), text);
    }

    private int run(String... more) {
        List<String> options =
                new ArrayList<>(List.of("--matrix", directory.resolve("m.txt").toString()));
        options.addAll(List.of("--metadata", directory.resolve("metadata.json").toString()));
        options.addAll(List.of("--nodes", directory.resolve("nodes").toString()));
        options.addAll(List.of("--pod-files", directory.resolve("pods").toString()));
        options.addAll(Arrays.asList(more));
        return new CommandLine(new RecoveryExperiment())
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .setParameterExceptionHandler((wrong, given) -> {
                    err.write(wrong.getMessage());
                    return 2;
                })
                .execute(options.toArray(String[]::new));
    }

    @Test
    void placesThePodsOfAllFiles() {
        assertThat(run()).isZero();

        // The cloud has one node: the pod there has no backup.
        assertThat(out.toString().lines())
                .singleElement()
                .asString()
                .startsWith("{\"name\":\"recovery\",\"figures\":{\"nodes\":4,\"pods\":4,\"exact.reserve_percent\":")
                .contains(
                        "\"exact.uncovered_pairs\":0,\"exact.unprotected\":1,\"exact.unplaced\":0,\"exact.unmet_needs\":0,")
                .doesNotContain("clustered.");
        assertThat(err.toString()).contains("exact: reserve ", "1 unprotected, 0 unplaced of 4");
    }

    @Test
    void bothArmsHaveTheirFigures() {
        assertThat(run("--both")).isZero();

        assertThat(out.toString())
                .contains("\"exact.unplaced\":0,", "\"clustered.unplaced\":0,", "\"clustered.unmet_needs\":0,")
                .contains("\"clustered.reserve_percent\":", "\"clustered.decision_p99_ms\":");
    }

    @Test
    void aPodThatNoNodeHasRoomForIsUnplaced() throws IOException {
        write("pods/3.yaml", DEPLOYMENT.formatted("huge", "1", "delay_edge-1: \"10\"", "9Gi"));

        assertThat(run()).isZero();
        assertThat(out.toString()).contains("\"exact.unplaced\":1,");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "metadata.json | {\"edge-1\": 0} | metadata.json: invalid value for row 1: 'null'; allowed: the name of a node",
                "metadata.json | {\"edge-1\": 0, \"edge-2\": 0} | edge-2: '0'; allowed: a row of its own; that one is edge-1's",
                "metadata.json | {\"edge-1\": 4} | edge-1: '4'; allowed: a row of the matrix, a whole number from 0 to 3",
                "metadata.json | {\"edge-1\": \"x\"} | a whole number from 0 to 3",
                "metadata.json | {\"a\": 0, \"a\": 1} | metadata.json: no JSON: Duplicate field 'a'",
                "metadata.json | [1] | a JSON object",
                "nodes/x.json | {\"name\": \"edge-9\", \"allocatable_memory\": \"1Gi\"} | name: 'edge-9'; allowed: a name that has a row",
                "nodes/x.json | {\"allocatable_memory\": \"1Gi\"} | name: ''; allowed: a name that has a row in --metadata",
                "nodes/x.json | {\"name\": \"edge-1\", \"allocatable_memory\": \"1Gi\"} | name: 'edge-1'; allowed: each name once",
                "nodes/cloud.json | {\"name\": \"cloud\", \"allocatable_memory\": \"8Gx\"} | allocatable_memory of node cloud: '8Gx'; allowed: a quantity",
                "nodes/cloud.json | {\"name\": \"cloud\", \"allocatable_memory\": \"-1\"} | allocatable_memory of node cloud: '-1'; allowed: a quantity",
                "nodes/cloud.json | {\"name\": \"cloud\"} | allocatable_memory of node cloud: ''; allowed: a quantity",
                "nodes/cloud.json | {\"name\": \"cloud\", \"cloud\": 1} | cloud of node cloud: '1'; allowed: true, false",
                "nodes/cloud.json | { | cloud.json: no JSON",
                "pods/x.yaml | kind: Pod | x.yaml",
                "pods/x.yaml | {\"apiVersion\": \"v1\", \"kind\": \"Pod\", \"metadata\": {\"name\": \"a\"}} | kind: 'Pod'; allowed: Deployment"
            })
    void filesThatDoNotAgreeAreNamed(String file, String text, String message) throws IOException {
        write(file, text);

        assertThat(run()).isEqualTo(2);
        assertThat(err.toString()).contains(file, message);
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void aRowWithoutANodeIsNamed() throws IOException {
        write("nodes/cloud.json", "[]");

        assertThat(run()).isEqualTo(2);
        assertThat(err.toString()).contains("nodes: no node named 'cloud', which has a row in --metadata");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1 | delay_edge-9: \"5\" | 1Gi | label delay_edge-9 of x: 'edge-9'; allowed: a node of --nodes or a Deployment",
                "1 | delay_web: \"fast\" | 1Gi | label delay_web of x: 'fast'; allowed: a number of milliseconds",
                "-1 | delay_web: \"5\" | 1Gi | replicas of x: '-1'; allowed: a whole number from 0",
                "1 | delay_web: \"5\" | 1Gx | '1Gx'",
                "1 | delay_web: \"5\" | -1Gi | memory request of x, container main: '-1Gi'; allowed: a quantity"
            })
    void aDeploymentThatCannotBePlacedIsNamed(String replicas, String label, String memory, String message)
            throws IOException {
        write("pods/x.yaml", DEPLOYMENT.formatted("x", replicas, label, memory));

        assertThat(run()).isEqualTo(2);
        assertThat(err.toString()).contains("x.yaml", message);
    }

    @Test
    void anotherSchedulersDeploymentAndOneOfTheSameNameAreNamed() throws IOException {
        write("pods/x.yaml", DEPLOYMENT.formatted("web", "1", "a: b", "1Gi"));
        assertThat(run()).isEqualTo(2);
        assertThat(err.toString()).contains("x.yaml: invalid value for metadata.name: 'web'; allowed: each name once");

        write("pods/x.yaml", DEPLOYMENT.formatted("x", "1", "a: b", "1Gi").replace("custom-scheduler", "other"));
        assertThat(run()).isEqualTo(2);
        assertThat(err.toString()).contains("schedulerName of x: 'other'; allowed: custom-scheduler");
    }

    @Test
    void filesComeTogetherAndWithoutRandomPods() {
        assertThat(run("--pods", "5")).isEqualTo(2);
        assertThat(err.toString()).contains("option '--pods': '5'; allowed: not with --pod-files");

        int status = new CommandLine(new RecoveryExperiment())
                .setErr(new PrintWriter(err))
                .execute("--matrix", directory.resolve("m.txt").toString(), "--both");
        assertThat(status).isEqualTo(2);
        assertThat(err.toString())
                .contains("option '--metadata': ''; allowed: --metadata, --nodes and --pod-files together");
    }

    @Test
    void clustersAreDisjointAndKeepToTheBound() {
        Delays line = NodesWithTrueDelays.of(SequentialPodPlacerTest.line(10)).delays();
        DelayClusters clusters = new DelayClusters(line);

        // A radius of 20 ms holds five nodes of a row, a cluster three of them.
        for (String node : line.names()) {
            assertThat(clusters.of(node, 20)).contains(node).hasSizeLessThanOrEqualTo(3);
            assertThat(clusters.of(node, 20)).allSatisfy(member -> {
                assertThat(line.between(node, member)).isLessThanOrEqualTo(20);
                assertThat(clusters.of(member, 20)).isEqualTo(clusters.of(node, 20));
            });
        }
        assertThat(clusters.of("n0", 0)).containsExactly("n0");
    }
}
