package dev.edgewise.sandbox.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.edgewise.common.Names;
import dev.edgewise.testkit.RepositoryFiles;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The parts of the scenario of global scheduling: examples, table, checks and outcome. */
class GlobalScenarioTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String REQUEST =
            "{'name': 'r', 'uid': 'u', 'phase': '%s', 'policy': {'type': '%s'}, 'chosen': [%s], 'attempts': [%s]}";

    private static JsonNode json(String text) {
        try {
            return JSON.readTree(text.replace('\'', '"'));
        } catch (JsonProcessingException wrong) {
            throw new AssertionError(wrong);
        }
    }

    private static JsonNode request(String policy, String chosen) {
        return json(REQUEST.formatted("Completed", policy, chosen, ""));
    }

    private static Pod pod(String uid, String phase) {
        return new PodBuilder()
                .withNewMetadata()
                .withName("pod-" + uid)
                .withUid(uid)
                .addToLabels(Names.REQUEST_LABEL, "u")
                .endMetadata()
                .withNewStatus()
                .withPhase(phase)
                .endStatus()
                .build();
    }

    private static HasMetadata anchor() {
        return new ConfigMapBuilder()
                .withNewMetadata()
                .withName("anchor")
                .withUid("anchor")
                .addToLabels(Names.REQUEST_LABEL, "u")
                .endMetadata()
                .build();
    }

    @TempDir
    Path directory;

    @Test
    void eachExampleSaysWhereItHasToRun() {
        List<HasMetadata> examples =
                Manifests.readOnly(RepositoryFiles.file("deploy/examples/global"), "GlobalRequest");

        assertThat(GlobalScenario.expected(examples))
                .containsOnly(
                        Map.entry("leveled", Set.of("near")),
                        Map.entry("most-available", Set.of("cloud")),
                        Map.entry("nearest", Set.of("near")),
                        Map.entry("compound", Set.of("near")),
                        Map.entry("tried", Set.of("cloud")),
                        Map.entry("everywhere", Set.of("cloud", "near")));
    }

    @Test
    void namesAFileWithAnotherKind() throws Exception {
        Files.writeString(directory.resolve("pod.yaml"), "apiVersion: v1\nkind: Pod\nmetadata: {name: p}");

        assertThatThrownBy(() -> Manifests.readOnly(directory, "GlobalRequest"))
                .hasMessageEndingWith("pod.yaml: kind is Pod: it must be GlobalRequest");
    }

    @Test
    void aLineSaysWhichClustersWereLeftOutAndTried() {
        JsonNode request = json(REQUEST.formatted(
                "Completed",
                "MostAvailable",
                "'cloud'",
                "{'cluster': 'near', 'level': 1, 'phase': 'Cleaned', 'reason': 'not ready in time'},"
                        + "{'cluster': 'cloud', 'level': 2, 'phase': 'Ready', 'reason': 'fits'}"));
        JsonNode explained = json("{'levels': [{'index': 0, 'clusters': [{'name': 'edge', 'filter': 'is full'}]},"
                + "{'index': 1, 'clusters': [{'name': 'near', 'rank': 1}, {'name': 'away', 'filter': 'no answer'}]},"
                + "{'index': 2, 'clusters': [{'name': 'cloud', 'rank': 1}]},"
                + "{'index': 3, 'clusters': [{'name': 'never', 'filter': 'is full'}]}]}");

        assertThat(GlobalDisplay.text(request, explained))
                .isEqualTo("edge left out, away left out, near cleaned (not ready in time), cloud ready");
        assertThat(GlobalDisplay.text(json(REQUEST.formatted("Queued", "MostAvailable", "", "")), explained))
                .isEqualTo("edge left out");
        assertThat(GlobalDisplay.text(json(REQUEST.formatted("Queued", "MostAvailable", "", "")), json("{}")))
                .isEqualTo("queued");
    }

    @Test
    void podsThatStayInTwoClustersAreAMistakeUnlessTheyAreASet() {
        Map<String, List<HasMetadata>> both =
                Map.of("near", List.of(pod("a", "Running")), "cloud", List.of(pod("b", "Pending")));
        RequestClusterRecorder traces = new RequestClusterRecorder(Map.of());

        traces.look(List.of(request("MostAvailable", "")), both);
        assertThat(traces.mistakes()).isEmpty();
        traces.look(List.of(request("ClusterSet", "")), both);
        assertThat(traces.mistakes()).isEmpty();
        traces.look(List.of(request("MostAvailable", "")), both);
        assertThat(traces.mistakes()).containsExactly("r had pods in cloud and near at a time");
    }

    @Test
    void aPodThatReplacesOneOfAnotherClusterIsNoMistake() {
        RequestClusterRecorder traces = new RequestClusterRecorder(Map.of());

        traces.look(List.of(request("MostAvailable", "")), Map.of("near", List.of(pod("a", "Running"))));
        traces.look(
                List.of(request("MostAvailable", "")),
                Map.of("near", List.of(pod("a", "Running")), "cloud", List.of(pod("b", "Pending"))));
        traces.look(List.of(request("MostAvailable", "")), Map.of("cloud", List.of(pod("b", "Running"))));

        assertThat(traces.mistakes()).isEmpty();
    }

    private static int right(Map<String, Set<String>> expected, String chosen, Map<String, List<HasMetadata>> objects) {
        return new RequestClusterRecorder(expected).compare(List.of(request("MostAvailable", chosen)), objects);
    }

    @Test
    void isRightOnlyIfItRunsWhereItShouldAndHasNothingElsewhere() {
        Map<String, List<HasMetadata>> near =
                Map.of("near", List.of(anchor(), pod("a", "Running")), "cloud", List.of());
        Map<String, List<HasMetadata>> left =
                Map.of("near", List.of(anchor(), pod("a", "Running")), "cloud", List.of(anchor()));
        Map<String, List<HasMetadata>> pending = Map.of("near", List.of(anchor(), pod("a", "Pending")));
        Map<String, Set<String>> expected = Map.of("r", Set.of("near"));

        assertThat(right(expected, "'near'", near)).isEqualTo(1);
        assertThat(right(Map.of(), "'near'", near)).isEqualTo(1);
        assertThat(right(expected, "'cloud'", near)).isZero();
        assertThat(right(Map.of("r", Set.of("cloud")), "'near'", near)).isZero();
        assertThat(right(expected, "'near'", left)).isZero();
        assertThat(right(expected, "'near'", pending)).isZero();
    }

    @Test
    void namesTheClustersOfARequestThatIsElsewhere() {
        RequestClusterRecorder traces = new RequestClusterRecorder(Map.of("r", Set.of("near")));

        traces.compare(
                List.of(request("MostAvailable", "'near'")),
                Map.of("near", List.of(pod("a", "Running")), "cloud", List.of(anchor())));

        assertThat(traces.mistakes())
                .containsExactly("r runs in [near] and has objects in [cloud, near] instead of [near]");
    }

    @Test
    void isGoodIfEachRanInTheRightClusterAndNothingIsLeft() {
        assertThat(new GlobalOutcome(6, 6, Set.of(), true, List.of()).good()).isTrue();
        assertThat(new GlobalOutcome(0, 0, Set.of(), true, List.of()).good()).isFalse();
        assertThat(new GlobalOutcome(6, 5, Set.of(), true, List.of()).good()).isFalse();
        assertThat(new GlobalOutcome(6, 6, Set.of("x"), true, List.of()).good()).isFalse();
        assertThat(new GlobalOutcome(6, 6, Set.of(), true, List.of("x")).good()).isFalse();
    }

    @Test
    void saysWhatHappened() {
        assertThat(new GlobalOutcome(6, 6, Set.of(), true, List.of()).summary())
                .isEqualTo("6 of 6 requests ran in the right cluster; nothing of them was elsewhere;"
                        + " since they were deleted, no cluster has anything of them");
        assertThat(new GlobalOutcome(6, 5, Set.of("r runs in [edge]"), true, List.of("Pod p in edge")).summary())
                .isEqualTo("5 of 6 requests ran in the right cluster; r runs in [edge];"
                        + " they were deleted, and these are left: Pod p in edge");
        assertThat(new GlobalOutcome(6, 6, Set.of(), false, List.of()).summary())
                .isEqualTo("6 of 6 requests ran in the right cluster; nothing of them was elsewhere");
    }
}
