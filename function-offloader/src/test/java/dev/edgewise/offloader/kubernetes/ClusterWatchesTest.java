package dev.edgewise.offloader.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.RequestedCpu;
import dev.edgewise.kubernetes.watch.WatchedKind;
import dev.edgewise.offloader.cluster.CandidatePod;
import dev.edgewise.offloader.cluster.ClusterTable;
import dev.edgewise.offloader.cluster.Controller;
import dev.edgewise.offloader.safety.Workload;
import dev.edgewise.offloader.settings.OffloaderProperties;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import io.fabric8.kubernetes.api.model.apps.ReplicaSetBuilder;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClusterWatchesTest {
    private final ClusterTable table = new ClusterTable();
    private final ClusterWatches watches = new ClusterWatches(
            table,
            new RequestedCpu(),
            new OffloaderProperties(
                    Duration.ofSeconds(10), "zones", false, List.of(), "faas_function", "", Duration.ofMinutes(2)));

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
        watches.kinds().all().filter(kind -> kind.type() == ReplicaSet.class).forEach(kind -> changed(kind)
                .changed()
                .accept(set));
    }

    @SuppressWarnings("unchecked")
    private static WatchedKind<ReplicaSet> changed(WatchedKind<?> kind) {
        return (WatchedKind<ReplicaSet>) kind;
    }

    private Workload workload(String namespace) {
        CandidatePod pod = new CandidatePod(
                namespace,
                "p",
                "u",
                "a",
                "",
                new Controller("apps/v1", "ReplicaSet", "web-1", "set"),
                0,
                null,
                Set.of(),
                500,
                false,
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

    /** What is scaled is named by its owner's text. */
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
