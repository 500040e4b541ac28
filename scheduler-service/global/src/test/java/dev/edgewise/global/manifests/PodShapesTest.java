package dev.edgewise.global.manifests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.global.cluster.PodShape;
import dev.edgewise.global.model.Problem;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PodShapesTest {
    /**
     * 100m + 200m for containers; the init container needs 500m, which is more; 50m overhead: 550m. Memory is the
     * limit, 64 MiB, as no request is given.
     */
    @Test
    void sumsContainersInitContainersAndOverhead() {
        assertThat(
                        shapes(
                                """
                        apiVersion: v1
                        kind: Pod
                        metadata: {name: a}
                        spec:
                          overhead: {cpu: 50m}
                          initContainers: [{name: i, resources: {requests: {cpu: 500m}}}]
                          containers:
                          - {name: a, resources: {requests: {cpu: 100m}, limits: {cpu: 1, memory: 64Mi, nvidia.com/gpu: 2}}}
                          - {name: b, resources: {requests: {cpu: 200m}}}
                        """))
                .containsExactly(new PodShape(1, 550, 67_108_864, 2));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
            apps/v1 | Deployment  | replicas: 3        | 3
            apps/v1 | Deployment  |                    | 1
            apps/v1 | StatefulSet | replicas: 0        | 0
            apps/v1 | DaemonSet   | replicas: 5        | 1
            batch/v1| Job         | parallelism: 4, completions: 3 | 3
            batch/v1| Job         | completions: 3     | 1
            batch/v1| Job         | suspend: true      | 0
            """)
    void countsPods(String apiVersion, String kind, String spec, int count) {
        String text =
                "{apiVersion: %s, kind: %s, metadata: {name: a}, spec: {%s template: {spec: {containers: [{name: a,"
                        + " resources: {requests: {cpu: 1}}}]}}}}";
        String fields = spec == null ? "" : spec + ",";

        assertThat(shapes(text.formatted(apiVersion, kind, fields)).stream()
                        .mapToInt(PodShape::count)
                        .sum())
                .isEqualTo(count);
    }

    @Test
    void putsPodsOfOneSizeTogetherAndLeavesOtherKindsOut() {
        String pod = "{apiVersion: v1, kind: Pod, metadata: {name: a%d}, spec: {containers: [{name: a, resources:"
                + " {requests: {cpu: %s}}}]}}\n"
                + "---\n";

        assertThat(shapes(pod.formatted(1, "1") + pod.formatted(2, "1000m") + pod.formatted(3, "2")
                        + "{apiVersion: v1, kind: Secret, metadata: {name: a}}"))
                .containsExactly(new PodShape(2, 1_000, 0, 0), new PodShape(1, 2_000, 0, 0));
    }

    @Test
    void saysWhatCannotBeRead() {
        assertThat(PodShapes.of(ManifestParser.parse("m", "{apiVersion: v1, kind: Pod, metadata: {name: a}, spec: {}}")
                                .objects())
                        .problems())
                .containsExactly(new Problem("m[0].spec", "Pod a, it has no containers", "a readable pod spec"));
        assertThat(PodShapes.of(ManifestParser.parse(
                                        "m",
                                        "{apiVersion: v1, kind: Pod, metadata: {name: a}, spec: {containers: [{name:"
                                                + " a, resources: {requests: {cpu: many}}}]}}")
                                .objects())
                        .problems())
                .hasSize(1);
    }

    private static List<PodShape> shapes(String text) {
        PodShapes.Result result = PodShapes.of(ManifestParser.parse("m", text).objects());
        assertThat(result.problems()).isEmpty();
        return result.shapes();
    }
}
