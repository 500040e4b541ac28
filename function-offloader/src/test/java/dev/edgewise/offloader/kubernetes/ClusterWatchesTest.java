package dev.edgewise.offloader.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.NodeCpuRequests;
import dev.edgewise.kubernetes.watch.WatchedKind;
import dev.edgewise.offloader.cluster.CandidatePod;
import dev.edgewise.offloader.cluster.ControllerReference;
import dev.edgewise.offloader.cluster.WatchedClusterObjects;
import dev.edgewise.offloader.safety.Workload;
import dev.edgewise.offloader.settings.DelayViolationPolicy;
import dev.edgewise.offloader.settings.OffloaderProperties;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import io.fabric8.kubernetes.api.model.apps.ReplicaSetBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClusterWatchesTest {
    private final WatchedClusterObjects table = new WatchedClusterObjects();
    private final NodeCpuRequests others = new NodeCpuRequests();
    private final ClusterWatches watches =
            new ClusterWatches(table, others, properties(DelayViolationPolicy.ALL), () -> Instant.EPOCH);

    private static OffloaderProperties properties(DelayViolationPolicy moved) {
        return new OffloaderProperties(
                Duration.ofSeconds(10),
                "zones",
                false,
                List.of(),
                "faas_function",
                moved,
                1.1,
                true,
                "",
                Duration.ofMinutes(2));
    }

    private static ReplicaSet set(int replicas, String ownerApi, String owner, String ownerUid) {
        return new ReplicaSetBuilder()
                .withNewMetadata()
                .withNamespace("ns")
                .withName("web-1")
                .withUid("set")
                .addNewOwnerReference()
                .withApiVersion(ownerApi)
                .withKind("Deployment")
                .withName(owner)
                .withUid(ownerUid)
                .withController(true)
                .endOwnerReference()
                .endMetadata()
                .withNewSpec()
                .withReplicas(replicas)
                .endSpec()
                .build();
    }

    private void put(ReplicaSet set) {
        put(watches, ReplicaSet.class, set);
    }

    @SuppressWarnings("unchecked")
    private static <T extends HasMetadata> void put(ClusterWatches watches, Class<T> type, T object) {
        watches.kinds().all().filter(each -> each.type() == type).forEach(each -> {
            WatchedKind<T> kind = (WatchedKind<T>) each;
            if (kind.wanted().test(object)) {
                kind.changed().accept(object);
            } else {
                kind.gone()
                        .accept(
                                object.getMetadata().getNamespace(),
                                object.getMetadata().getName());
            }
        });
    }

    private static Pod pod(String name, Map<String, String> labels) {
        return new PodBuilder()
                .withNewMetadata()
                .withNamespace("ns")
                .withName(name)
                .withUid(name)
                .withLabels(labels)
                .endMetadata()
                .withNewSpec()
                .withNodeName("a")
                .addNewContainer()
                .withName("c")
                .withNewResources()
                .addToRequests("cpu", new Quantity("1"))
                .endResources()
                .endContainer()
                .endSpec()
                .build();
    }

    @Test
    void podsWithDelayNeedsAreLookedAfterBesideFunctions() {
        Pod function = pod("f", Map.of("faas_function", "f", "delay_cam", "20"));
        Pod needy = pod("n", Map.of("delay_cam", "20"));
        List.of(function, needy, pod("p", Map.of())).forEach(each -> put(watches, Pod.class, each));
        assertThat(table.snapshot().pods())
                .extracting(CandidatePod::name, CandidatePod::function)
                .containsExactly(Tuple.tuple("f", true), Tuple.tuple("n", false));
        assertThat(others.millisOf("a")).as("what planners may not give away").isEqualTo(2_000);

        put(watches, Pod.class, pod("n", Map.of()));
        assertThat(table.snapshot().pods()).extracting(CandidatePod::name).containsExactly("f");
    }

    @Test
    void onlyFunctionsAreLookedAfterIfTheSettingSaysSo() {
        ClusterWatches some =
                new ClusterWatches(table, others, properties(DelayViolationPolicy.FUNCTIONS), () -> Instant.EPOCH);
        put(some, Pod.class, pod("n", Map.of("delay_cam", "20")));
        assertThat(table.snapshot().pods()).isEmpty();
        assertThat(others.millisOf("a")).isEqualTo(1_000);
    }

    private Workload workload(String namespace) {
        CandidatePod pod = new CandidatePod(
                true,
                namespace,
                namespace + "/p",
                "u",
                "a",
                "",
                new ControllerReference("apps/v1", "ReplicaSet", "web-1", "set"),
                0,
                null,
                Set.of(),
                500,
                Set.of(),
                "",
                Map.of());
        return table.snapshot().workload(pod);
    }

    @Test
    void aReplicaSetWorksForItsDeployment() {
        put(set(2, "apps/v1", "web", "d"));
        assertThat(workload("ns")).isEqualTo(new Workload("ns", "Deployment", "web", "d"));
        assertThat(workload("other"))
                .as("a UID that a pod of another namespace names")
                .isEqualTo(new Workload("other", "ReplicaSet", "web-1", "set"));
    }

    @Test
    void ofManyControllersThoseWithoutPodsAreNotKept() {
        put(set(2, "apps/v1", "web", "d"));
        put(set(0, "apps/v1", "web", "d"));
        assertThat(workload("ns"))
                .as("as of one that is not known")
                .isEqualTo(new Workload("ns", "ReplicaSet", "web-1", "set"));
        put(set(1, "apps/v1", "web", "d"));
        assertThat(workload("ns").kind()).isEqualTo("Deployment");
    }

    /** The object to scale is named by the text of its owner. */
    @ParameterizedTest
    @CsvSource({
        "x.example/v1, web, d",
        "apps/v1, a/../b, d",
        "apps/v1, 'web HTTP/1.1\r\nHost: h\r\n\r\nPATCH /', d",
        "apps/v1, web, 'x\",\"path\":\"/kind\",\"value\":\"Scale'"
    })
    void aReplicaSetWhoseOwnerCannotExistWorksForItself(String api, String owner, String uid) {
        put(set(1, api, owner, uid));
        assertThat(workload("ns")).isEqualTo(new Workload("ns", "ReplicaSet", "web-1", "set"));
    }
}
