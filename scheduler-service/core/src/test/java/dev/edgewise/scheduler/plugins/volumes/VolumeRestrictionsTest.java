package dev.edgewise.scheduler.plugins.volumes;

import static dev.edgewise.scheduler.testing.TestNodes.node;
import static dev.edgewise.scheduler.testing.TestPods.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.testing.TestClock;
import dev.edgewise.scheduler.framework.PreparedNodeFilter;
import dev.edgewise.scheduler.model.LabelSelector;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.storage.ClusterStorageObjects;
import dev.edgewise.scheduler.model.storage.VolumeClaim;
import dev.edgewise.scheduler.state.ClusterState;
import dev.edgewise.scheduler.state.NodeState;
import dev.edgewise.scheduler.state.Snapshot;
import dev.edgewise.scheduler.testing.TestStorage;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A claim that only one pod may use. */
class VolumeRestrictionsTest {
    private final ClusterState cluster = new ClusterState(new TestClock());
    private final Pod incoming = pod("incoming").claim("data").build();

    @BeforeEach
    void cluster() {
        cluster.putNode(node("a").build());
        cluster.putNode(node("b").build());
        cluster.change(ClusterStorageObjects.FACT, storage -> storage.withClaim(onePodClaim()));
    }

    @Test
    void whileAPodOnAnyNodeMountsItNoOtherMay() {
        assertThat(isAccepted()).isTrue();

        cluster.putPod(pod("other").claim("other").runningOn("b").build());
        cluster.putPod(
                pod("elsewhere").namespace("ops").claim("data").runningOn("b").build());
        assertThat(isAccepted()).isTrue();

        Pod user = pod("user").claim("data").runningOn("b").build();
        cluster.putPod(user);
        assertThat(isAccepted()).isFalse();

        cluster.removePod(user.key());
        assertThat(isAccepted()).isTrue();
    }

    /** kube-scheduler does not count it either, as its snapshot has no such node. */
    @Test
    void aPodOfANodeThatIsGoneDoesNotCount() {
        cluster.putPod(pod("user").claim("data").runningOn("b").build());
        cluster.removeNode("b");
        assertThat(isAccepted()).isTrue();

        cluster.putNode(node("b").build());
        assertThat(isAccepted()).isFalse();
    }

    @Test
    void aVictimFreesIt() {
        Pod user = pod("user").claim("data").runningOn("b").build();
        cluster.putPod(user);
        Snapshot snapshot = cluster.snapshot();
        NodeState node = snapshot.nodes().get(1);
        PreparedNodeFilter check = new VolumeRestrictions().prepare(incoming, snapshot);

        check.removed(user, node.node());
        assertThat(check.check(node)).isNull();
        assertThat(new VolumeRestrictions()
                        .prepare(incoming, snapshot.without(user.key(), "b"))
                        .check(node))
                .isNull();
    }

    private boolean isAccepted() {
        Snapshot snapshot = cluster.snapshot();
        return new VolumeRestrictions()
                        .prepare(incoming, snapshot)
                        .check(snapshot.nodes().get(0))
                == null;
    }

    private static VolumeClaim onePodClaim() {
        return new VolumeClaim(
                TestStorage.key("data"),
                "uid",
                "",
                "disk",
                false,
                false,
                false,
                null,
                Set.of(VolumeClaim.ONE_POD),
                "Filesystem",
                1,
                "",
                LabelSelector.EVERYTHING,
                "",
                null);
    }
}
