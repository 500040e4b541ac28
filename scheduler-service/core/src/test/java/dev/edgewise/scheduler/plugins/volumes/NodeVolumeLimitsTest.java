package dev.edgewise.scheduler.plugins.volumes;

import static dev.edgewise.scheduler.testing.TestNodes.node;
import static dev.edgewise.scheduler.testing.TestPods.pod;
import static dev.edgewise.scheduler.testing.TestStorage.attached;
import static dev.edgewise.scheduler.testing.TestStorage.bound;
import static dev.edgewise.scheduler.testing.TestStorage.claim;
import static dev.edgewise.scheduler.testing.TestStorage.csi;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.testing.TestClock;
import dev.edgewise.scheduler.framework.PreparedNodeFilter;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.PodVolumes.CsiVolume;
import dev.edgewise.scheduler.model.storage.ClusterStorageObjects;
import dev.edgewise.scheduler.model.storage.StorageClass;
import dev.edgewise.scheduler.model.storage.Volume;
import dev.edgewise.scheduler.state.ClusterState;
import dev.edgewise.scheduler.state.NodeState;
import dev.edgewise.scheduler.state.Snapshot;
import dev.edgewise.scheduler.testing.TestPods;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * A node with two slots of a driver; claims {@code a}, {@code b}, {@code c} have the volumes {@code pv-a} and so on.
 */
class NodeVolumeLimitsTest {
    private static final String DRIVER = "csi.example";

    private final ClusterState state = new ClusterState(new TestClock());

    NodeVolumeLimitsTest() {
        state.putNode(node("n1").build());
        limit(DRIVER, 2);
        for (String name : List.of("a", "b", "c")) {
            change(storage ->
                    storage.withClaim(bound(name, "disk", 10, "pv-" + name)).withVolume(csi("pv-" + name, DRIVER)));
        }
    }

    @Test
    void whatIsAttachedWithoutAPodTakesASlot() {
        attach("pv-a", DRIVER);
        assertThat(problem(pod("p").claim("b"))).isNull();
        attach("pv-b", DRIVER);
        assertThat(problem(pod("p").claim("c"))).isEqualTo("node(s) exceed max volume count");
        change(storage -> storage.withoutAttachment("pv-a on n1"));
        assertThat(problem(pod("p").claim("c"))).isNull();
    }

    @Test
    void anAttachedVolumeCountsOnceHoweverManyUseIt() {
        attach("pv-a", DRIVER);
        state.putPod(pod("x1").claim("a").on("n1").build());
        state.putPod(pod("x2").claim("a").on("n1").build());
        assertThat(problem(pod("p").claim("b"))).isNull();
        attach("pv-b", DRIVER);
        assertThat(problem(pod("p").claim("b"))).isNull();
        assertThat(problem(pod("p").claim("c"))).isNotNull();
    }

    /**
     * Volumes that are attached to another node, have no PersistentVolume any more, or belong to an in-tree plugin
     * count nothing.
     */
    @Test
    void onlyVolumesOfTheDriverOnThatNodeCount() {
        limit(DRIVER, 1);
        change(storage ->
                storage.withVolume(migrated("pv-old", DRIVER)).withAttachment(attached("pv-a", "n2", DRIVER)));
        attach("pv-gone", DRIVER);
        attach("pv-old", DRIVER);
        attach("pv-b", "other.csi.example");
        assertThat(problem(pod("p").claim("c"))).isNull();
    }

    @Test
    void aLimitOfZeroIsALimit() {
        limit(DRIVER, 0);
        assertThat(problem(pod("p").claim("a"))).isNotNull();
        limit("other.csi.example", 0);
        assertThat(problem(pod("p").claim("a"))).isNull();
    }

    @Test
    void volumesOfInTreePluginsCountForTheDriverThatServesThem() {
        limit("ebs.csi.aws.com", 1);
        TestPods.Builder inline = pod("p").inline(new CsiVolume("ebs.csi.aws.com", "vol-1"));
        assertThat(problem(inline)).isNull();
        change(storage ->
                storage.withClaim(bound("old", "aws", 10, "pv-old")).withVolume(migrated("pv-old", "ebs.csi.aws.com")));
        state.putPod(pod("x1").claim("old").on("n1").build());
        assertThat(problem(inline)).isNotNull();
    }

    @Test
    void aVolumeThatIsStillToBeMadeCountsForTheDriverOfItsClass() {
        limit("pd.csi.storage.gke.io", 0);
        change(storage -> storage.withClass(new StorageClass("gce", "kubernetes.io/gce-pd", true, List.of()))
                .withClass(new StorageClass("files", "kubernetes.io/azure-file", true, List.of()))
                .withClaim(claim("new", "gce", 10))
                .withClaim(claim("share", "files", 10)));
        assertThat(problem(pod("p").claim("new"))).isNotNull();
        assertThat(problem(pod("p").claim("share"))).isNull();
    }

    /** Node has two slots: x1 has a and b, x2 has b too. Only without both of them is b's slot free. */
    @Test
    void podsThatWouldComeOrGoChangeTheCount() {
        Pod x1 = pod("x1").claim("a").claim("b").on("n1").build();
        Pod x2 = pod("x2").claim("b").on("n1").build();
        state.putPod(x1);
        state.putPod(x2);
        Snapshot snapshot = state.snapshot();
        NodeState node = snapshot.nodes().get(0);
        PreparedNodeFilter check = new NodeVolumeLimits()
                .prepare(
                        pod("p").claim("c")
                                .inline(new CsiVolume(DRIVER, "pv-d"))
                                .build(),
                        snapshot);
        assertThat(check.check(node)).isNotNull();
        check.removed(x1, node.node());
        // b is left, and c and d are wanted.
        assertThat(check.check(node)).isNotNull();
        check.removed(x2, node.node());
        assertThat(check.check(node)).isNull();
        check.added(x1, node.node());
        assertThat(check.check(node)).isNotNull();
        check.removed(x1, node.node());
        assertThat(check.check(node)).isNull();
        // A pod that is to come there with c costs p no more.
        check.added(pod("x3").claim("c").on("n1").build(), node.node());
        assertThat(check.check(node)).isNull();
        check.added(x2, node.node());
        assertThat(check.check(node)).isNotNull();
    }

    private @Nullable String problem(TestPods.Builder pod) {
        var snapshot = state.snapshot();
        var rejection = new NodeVolumeLimits()
                .prepare(pod.build(), snapshot)
                .check(snapshot.nodes().get(0));
        return rejection == null ? null : rejection.reason();
    }

    private static Volume migrated(String name, String driver) {
        return csi(name, driver, true);
    }

    private void attach(String volume, String driver) {
        change(storage -> storage.withAttachment(attached(volume, "n1", driver)));
    }

    private void limit(String driver, int count) {
        change(storage -> storage.limiting(all -> all.withLimits("n1", Map.of(driver, count))));
    }

    private void change(UnaryOperator<ClusterStorageObjects> change) {
        state.change(ClusterStorageObjects.FACT, change);
    }
}
