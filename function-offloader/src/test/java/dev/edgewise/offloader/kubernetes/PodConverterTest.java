package dev.edgewise.offloader.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.edgewise.kubernetes.watch.InvalidObjectException;
import dev.edgewise.offloader.cluster.CandidatePod;
import dev.edgewise.offloader.cluster.ControllerReference;
import dev.edgewise.offloader.safety.UnmovablePodReason;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PodConverterTest {
    private static final ObjectMapper MAPPER = TrimmedObjectMapper.create();

    private static CandidatePod read(String owner, String annotations, String volumes, String conditions)
            throws Exception {
        String json =
                """
                {"metadata": {"namespace": "shop", "name": "p", "uid": "u", "annotations": {%s}, "ownerReferences": [%s]},
                 "spec": {"nodeName": "a", "priority": 5, "overhead": {"cpu": "50m"}, "volumes": [%s],
                          "tolerations": [{"key": "x"}],
                          "initContainers": [{"name": "i", "resources": {"requests": {"cpu": "2", "memory": "10Mi"}}},
                                             {"name": "s", "restartPolicy": "Always", "resources": {"requests": {"cpu": "100m"}}}],
                          "containers": [{"name": "c", "resources": {"requests": {"cpu": "1500m", "memory": "64Mi"}}},
                                         {"name": "d"}]},
                 "status": {"conditions": [%s]}}
                """
                        .formatted(annotations, owner, volumes, conditions);
        return PodConverter.pod(MAPPER.readValue(json, Pod.class), true, new PodReadySince(() -> Instant.MAX));
    }

    private static String owner(String kind) {
        return "{\"apiVersion\": \"apps/v1\", \"kind\": \"%s\", \"name\": \"o\", \"uid\": \"ou\", \"controller\": true}"
                .formatted(kind);
    }

    @Test
    void whatMovesNeedIsRead() throws Exception {
        String ready = "{\"type\": \"Ready\", \"status\": \"True\", \"lastTransitionTime\": \"2026-03-01T12:00:00Z\"}";
        assertThat(read(owner("ReplicaSet"), "\"edgewise.dev/owner-node\": \"b\"", "", ready))
                .isEqualTo(new CandidatePod(
                        true,
                        "shop",
                        "shop/p",
                        "u",
                        "a",
                        "b",
                        new ControllerReference("apps/v1", "ReplicaSet", "o", "ou"),
                        5,
                        Instant.parse("2026-03-01T12:00:00Z"),
                        Set.of(),
                        2_050,
                        Set.of(),
                        "",
                        Map.of("cpu", "2050m", "memory", "67108864")));
    }

    @Test
    void podsThatCannotMoveAreKnown() throws Exception {
        assertThat(read("", "", "", "").unfitReasons()).containsExactly(UnmovablePodReason.BARE);
        assertThat(read("", "", "", "").readySince()).isNull();
        assertThat(read(owner("DaemonSet"), "", "", "").unfitReasons()).containsExactly(UnmovablePodReason.DAEMON_SET);
        assertThat(read(owner("Node"), "", "", "").unfitReasons()).containsExactly(UnmovablePodReason.STATIC);
        assertThat(read(owner("StatefulSet"), "", "{\"name\": \"v\", \"emptyDir\": {}}", "")
                        .unfitReasons())
                .containsExactly(UnmovablePodReason.LOCAL_STORAGE);
        assertThat(read(owner("StatefulSet"), "", "{\"name\": \"v\", \"hostPath\": {\"path\": \"/x\"}}", "")
                        .unfitReasons())
                .containsExactly(UnmovablePodReason.LOCAL_STORAGE);
        assertThat(read(owner("StatefulSet"), "", "{\"name\": \"v\", \"configMap\": {\"name\": \"x\"}}", "")
                        .unfitReasons())
                .isEmpty();
    }

    /** The API server takes any text for an owner's name and UID. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "x.example/v1 o ou",
                "v1 o ou",
                "apps/v1 a/scale ou",
                "apps/v1 o?x=y ou",
                "apps/v1 a\\r\\nX:y ou",
                "apps/v1 o \\\"}]",
                "apps/v1 o 1234567890123456789012345678901234567890123456789012345678901234"
            })
    void anOwnerThatCannotExistIsNone(String owner) throws Exception {
        String[] parts = owner.split(" ");
        String json =
                "{\"apiVersion\": \"%s\", \"kind\": \"Deployment\", \"name\": \"%s\", \"uid\": \"%s\", \"controller\": true}"
                        .formatted((Object[]) parts);
        CandidatePod pod = read(json, "", "", "");
        assertThat(pod.controller()).isNull();
        assertThat(pod.unfitReasons()).containsExactly(UnmovablePodReason.UNKNOWN_OWNER);
    }

    /** Nor do its kind and version have an end. */
    @Test
    void whatNobodyCheckedIsNotKept() throws Exception {
        String json =
                "{\"apiVersion\": \"%s\", \"kind\": \"%s\", \"name\": \"o\", \"uid\": \"ou\", \"controller\": true}";
        assertThat(read(json.formatted("apps/v1", "K".repeat(64)), "", "", "").controller())
                .isNull();
        assertThat(read(json.formatted("apps/" + "v".repeat(1_000), "Set"), "", "", "")
                        .controller())
                .isNull();
        assertThat(read(owner("ReplicaSet"), "\"edgewise.dev/owner-node\": \"" + "b".repeat(254) + "\"", "", "")
                        .ownerNode())
                .isEmpty();
    }

    /** The heap is that of ten thousand pods: 2.5 MB each would end the process, and the next one. */
    @Test
    void ofAPodWithVeryManyResourcesOnlyItsCpuIsKept() throws Exception {
        CandidatePod pod = requesting(20_000);
        assertThat(pod.requests()).isEmpty();
        assertThat(pod.cpuMillis()).isEqualTo(500);
        assertThat(pod.unfitReasons()).containsExactly(UnmovablePodReason.MANY_RESOURCES);
        assertThat(requesting(20).requests()).hasSize(21);
        assertThat(requesting(20).unfitReasons()).isEmpty();
    }

    /** The scheduler would refuse the room that is to be kept for it. */
    @Test
    void aPodWithMoreResourcesThanAReservationHasIsNotMoved() throws Exception {
        assertThat(requesting(31).requests()).hasSize(32);
        assertThat(requesting(31).unfitReasons()).isEmpty();
        assertThat(requesting(32).unfitReasons()).containsExactly(UnmovablePodReason.MANY_RESOURCES);
    }

    private static CandidatePod requesting(int resources) throws Exception {
        String names = IntStream.range(0, resources)
                .mapToObj(i -> "\"devices.example.com/type-" + i + "\": 1")
                .collect(Collectors.joining(", "));
        String json =
                """
                {"metadata": {"namespace": "shop", "name": "p", "uid": "u", "ownerReferences": [%s]},
                 "spec": {"nodeName": "a", "containers": [{"name": "c", "resources": {"requests": {"cpu": "500m", %s}}}]}}
                """
                        .formatted(owner("ReplicaSet"), names);
        return PodConverter.pod(MAPPER.readValue(json, Pod.class), true, new PodReadySince(() -> Instant.MAX));
    }

    @Test
    void aTimeThatIsNoneIsNamed() {
        assertThatThrownBy(() -> read(
                        "", "", "", "{\"type\": \"Ready\", \"status\": \"True\", \"lastTransitionTime\": \"noon\"}"))
                .isInstanceOf(InvalidObjectException.class)
                .hasMessageContaining("lastTransitionTime is \"noon\": must be a time in UTC");
    }

    @ParameterizedTest
    @ValueSource(strings = {"edgewise.dev/moves", "cluster-autoscaler.kubernetes.io/safe-to-evict"})
    void anAnnotationKeepsAPodWhereItIs(String annotation) throws Exception {
        assertThat(read(owner("ReplicaSet"), "\"" + annotation + "\": \"false\"", "", "")
                        .unfitReasons())
                .containsExactly(UnmovablePodReason.KEPT);
        assertThat(read(owner("ReplicaSet"), "\"" + annotation + "\": \"true\"", "", "")
                        .unfitReasons())
                .isEmpty();
        assertThat(UnmovablePodReason.KEPT.canBeAllowed()).isFalse();
    }

    /** Data of generic ephemeral and inline CSI volumes end with the pod, too. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"name\": \"v\", \"ephemeral\": {\"volumeClaimTemplate\": {}}}",
                "{\"name\": \"v\", \"csi\": {\"driver\": \"x\"}}",
                "{\"name\": \"v\", \"emptyDir\": {}}",
                "{\"name\": \"m\", \"emptyDir\": {\"medium\": \"Memory\"}}, {\"name\": \"v\", \"hostPath\": {\"path\":"
                        + " \"/x\"}}"
            })
    void whatEndsWithAPodIsItsDataUnlessSomebodySaysOtherwise(String volumes) throws Exception {
        String prefix = "\"cluster-autoscaler.kubernetes.io/safe-to-evict";
        assertThat(read(owner("ReplicaSet"), "", volumes, "").unfitReasons())
                .containsExactly(UnmovablePodReason.LOCAL_STORAGE);
        assertThat(read(owner("ReplicaSet"), prefix + "-local-volumes\": \"w\"", volumes, "")
                        .unfitReasons())
                .containsExactly(UnmovablePodReason.LOCAL_STORAGE);
        assertThat(read(owner("ReplicaSet"), prefix + "-local-volumes\": \"w, v\"", volumes, "")
                        .unfitReasons())
                .isEmpty();
        assertThat(read(owner("ReplicaSet"), prefix + "\": \"true\"", volumes, "")
                        .unfitReasons())
                .isEmpty();
    }

    /** Drivers of secrets and certificates fill such a volume again for each pod. */
    @Test
    void anInlineVolumeThatIsOnlyReadIsNoData() throws Exception {
        String volume = "{\"name\": \"s\", \"csi\": {\"driver\": \"secrets-store.csi.k8s.io\", \"readOnly\": true}}";
        assertThat(read(owner("ReplicaSet"), "", volume, "").unfitReasons()).isEmpty();
    }

    /** Sidecars of a mesh have such volumes. */
    @Test
    void whatIsInMemoryIsNoData() throws Exception {
        String volume = "{\"name\": \"m\", \"emptyDir\": {\"medium\": \"Memory\"}}";
        assertThat(read(owner("ReplicaSet"), "", volume, "").unfitReasons()).isEmpty();
    }
}
