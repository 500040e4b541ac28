package dev.edgewise.offloader.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.offloader.safety.Workload;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class WatchedClusterObjectsTest {
    private static final Instant SINCE = Instant.parse("2026-01-01T00:00:00Z");
    private static final Workload WEB = new Workload("shop", "Deployment", "web", "d");

    private final WatchedClusterObjects table = new WatchedClusterObjects();

    private static CandidatePod pod(@Nullable Instant readySince) {
        ControllerReference set = new ControllerReference("apps/v1", "ReplicaSet", "web-1", "set");
        return new CandidatePod(
                true, "shop", "shop/p", "u", "a", "", set, 0, readySince, Set.of(), 500, Set.of(), "", Map.of());
    }

    @BeforeEach
    void aPodOnANode() {
        table.put(new ClusterNode("a", true, false, 4_000));
        table.putController("ReplicaSet/shop/web-1", "set", new DesiredReplicas(WEB, 2));
        table.put(pod(SINCE));
    }

    @Test
    void whatChangesNothingHereLeavesTheSnapshotAsItIs() {
        ClusterSnapshot before = table.snapshot();
        aPodOnANode();
        table.removePod("shop/other");
        table.removeController("ReplicaSet/shop/other");
        assertThat(table.snapshot()).isSameAs(before);
    }

    @Test
    void whatPodsComeToIsCountedOnceForEachSnapshot() {
        ClusterSnapshot before = table.snapshot();
        PodCounts podCounts = before.podCounts();
        assertThat(before.podCounts()).isSameAs(podCounts);
        assertThat(podCounts.functions("a")).isEqualTo(1);
        assertThat(podCounts.hostedMillis("a")).isEqualTo(500);
        assertThat(podCounts.count(0).replicas()).isEqualTo(2);
        assertThat(podCounts.count(0).ready()).isEqualTo(1);

        table.put(pod(null));
        assertThat(table.snapshot().podCounts().count(0).ready()).isZero();
        assertThat(podCounts.count(0).ready()).as("as it was").isEqualTo(1);
    }

    @Test
    void eachChangeShows() {
        ClusterSnapshot before = table.snapshot();
        table.put(pod(null));
        assertThat(table.snapshot().byUid()).containsExactly(Map.entry("u", pod(null)));
        assertThat(before.byUid()).as("as it was").containsExactly(Map.entry("u", pod(SINCE)));

        table.put(new ClusterNode("a", false, false, 4_000));
        assertThat(table.snapshot().nodes()).extracting(ClusterNode::ready).containsExactly(false);
        table.putController("ReplicaSet/shop/web-1", "set", new DesiredReplicas(WEB, 3));
        assertThat(table.snapshot().desired()).containsExactly(Map.entry(WEB, 3));
        table.putController("ReplicaSet/shop/web-1", "new", new DesiredReplicas(WEB, 3));
        assertThat(table.snapshot().workload(pod(SINCE)))
                .as("of an unknown set")
                .isNotEqualTo(WEB);
        table.removeController("ReplicaSet/shop/web-1");
        assertThat(table.snapshot().desired()).isEmpty();
        table.removePod("shop/p");
        table.removeNode("a");
        assertThat(table.snapshot().pods()).isEmpty();
        assertThat(table.snapshot().nodes()).isEmpty();
    }
}
