package dev.edgewise.scheduler.plugins;

import static dev.edgewise.scheduler.testing.TestNodes.node;
import static dev.edgewise.scheduler.testing.TestPods.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.testing.TestClock;
import dev.edgewise.scheduler.cluster.ClusterState;
import dev.edgewise.scheduler.cluster.NodeState;
import dev.edgewise.scheduler.model.Resources;
import dev.edgewise.scheduler.pipeline.Rejection;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class FitCheckTest {
    private final ClusterState cluster = new ClusterState(new TestClock());

    @Test
    void nodesThatLackTheSameShareOneRejection() {
        IntStream.range(0, 20)
                .forEach(i -> cluster.putNode(node("n" + i)
                        .cpu("1")
                        .scalar("x.y/even", i % 2 == 0 ? 1 : 0)
                        .build()));
        FitCheck fit = new FitCheck(new Resources(500, 0, 0, Map.of("x.y/even", 1L, "x.y/odd", 1L)));
        Set<Rejection> different = Collections.newSetFromMap(new IdentityHashMap<>());
        cluster.snapshot().nodes().forEach(state -> different.add(fit.check(state)));
        assertThat(different)
                .extracting(Rejection::reason)
                .containsExactlyInAnyOrder("Insufficient x.y/odd", "Insufficient x.y/even, Insufficient x.y/odd");
    }

    @Test
    void atMostTenResourcesAreNamed() {
        cluster.putNode(node("n1").cpu("1").build());
        Map<String, Long> many = new HashMap<>();
        IntStream.range(0, 10_000).forEach(i -> many.put("x.y/r" + i, 1L));
        Rejection rejection = new FitCheck(new Resources(2_000, 0, 0, many)).check(onlyNode());
        assertThat(rejection.reasons())
                .hasSize(12)
                .startsWith("Insufficient cpu", "Insufficient x.y/r0")
                .endsWith("and 9990 more resources");
        assertThat(rejection.resolvable()).isFalse();
    }

    @Test
    void evictingHelpsUnlessTheEmptyNodeIsTooSmall() {
        cluster.putNode(node("n1").cpu("1").scalar("x.y/gpu", 2).build());
        cluster.putPod(pod("p").cpu("500m").scalar("x.y/gpu", 2).runningOn("n1").build());
        assertThat(new FitCheck(new Resources(0, 0, 0, Map.of("x.y/gpu", 2L))).check(onlyNode()))
                .isEqualTo(Rejection.unschedulable(NodeResourcesFit.NAME, "Insufficient x.y/gpu"));
        assertThat(new FitCheck(new Resources(0, 0, 0, Map.of("x.y/gpu", 3L))).check(onlyNode()))
                .isEqualTo(Rejection.unresolvable(NodeResourcesFit.NAME, "Insufficient x.y/gpu"));
        assertThat(new FitCheck(new Resources(600, 0, 0, Map.of())).check(onlyNode()))
                .isEqualTo(Rejection.unschedulable(NodeResourcesFit.NAME, "Insufficient cpu"));
    }

    /** Names that a tenant invents must not stay at the node when its pods are gone. */
    @Test
    void aNodeForgetsTheResourcesOfPodsThatAreGone() {
        cluster.putNode(node("n1").cpu("1").build());
        cluster.putPod(pod("p").scalar("x.y/p", 2).runningOn("n1").build());
        cluster.putPod(pod("q").scalar("x.y/q", 3).runningOn("n1").build());
        cluster.removePod(pod("p").build().key());
        assertThat(onlyNode().requested().scalars()).containsExactly(Map.entry("x.y/q", 3L));
        assertThat(onlyNode().nonZeroRequested().scalars()).containsOnlyKeys("x.y/q");
    }

    private NodeState onlyNode() {
        return cluster.snapshot().nodes().get(0);
    }
}
