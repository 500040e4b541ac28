package dev.edgewise.scheduler.plugins;

import static dev.edgewise.scheduler.testing.TestNodes.node;
import static dev.edgewise.scheduler.testing.TestPods.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.testing.TestClock;
import dev.edgewise.scheduler.framework.Rejection;
import dev.edgewise.scheduler.model.Resources;
import dev.edgewise.scheduler.state.ClusterState;
import dev.edgewise.scheduler.state.NodeState;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
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
        FitCheck fit = fit(new Resources(500, 0, 0, Map.of("x.y/even", 1L, "x.y/odd", 1L)));
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
        Rejection rejection = fit(new Resources(2_000, 0, 0, many)).check(onlyNode());
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
        assertThat(fit(new Resources(0, 0, 0, Map.of("x.y/gpu", 2L))).check(onlyNode()))
                .isEqualTo(Rejection.unschedulable(NodeResourcesFit.NAME, "Insufficient x.y/gpu"));
        assertThat(fit(new Resources(0, 0, 0, Map.of("x.y/gpu", 3L))).check(onlyNode()))
                .isEqualTo(Rejection.unresolvable(NodeResourcesFit.NAME, "Insufficient x.y/gpu"));
        assertThat(fit(new Resources(600, 0, 0, Map.of())).check(onlyNode()))
                .isEqualTo(Rejection.unschedulable(NodeResourcesFit.NAME, "Insufficient cpu"));
    }

    /** No node has them: each lacks the same, and more where it is full. */
    @Test
    void namesThatNoNodeOffersAreNotLookedForOnNodes() {
        cluster.putNode(node("n1").cpu("1").scalar("x.y/gpu", 1).build());
        cluster.putNode(node("n2").cpu("2").scalar("x.y/none", 0).build());
        Map<String, Long> names = new HashMap<>(Map.of("x.y/gpu", 1L, "x.y/none", 1L, "x.y/zero", 0L));
        IntStream.range(0, 1_000).forEach(i -> names.put("z/r" + (1_000 + i), 1L));
        Set<String> asked = new HashSet<>();
        FitCheck fit = new FitCheck(new Resources(1_500, 0, 0, names), name -> {
            asked.add(name);
            return cluster.snapshot().isOffered(name);
        });
        assertThat(asked).hasSize(1_002);
        List<NodeState> nodes = cluster.snapshot().nodes();
        // Of 1,001 names that are lacking 10 are named: x.y/none and nine others; on n2 the gpu takes the place of the
        // ninth.
        assertThat(fit.check(nodes.get(0)).reasons())
                .hasSize(12)
                .startsWith("Insufficient cpu", "Insufficient x.y/none", "Insufficient z/r1000")
                .endsWith("Insufficient z/r1008", "and 991 more resources");
        assertThat(fit.check(nodes.get(1)).reasons())
                .hasSize(11)
                .startsWith("Insufficient x.y/gpu", "Insufficient x.y/none", "Insufficient z/r1000")
                .endsWith("Insufficient z/r1007", "and 992 more resources");
        assertThat(fit.check(nodes.get(1)).resolvable()).isFalse();
    }

    @Test
    void whereNoNodeOffersTheNamesOpenNodesAreNotAsked() {
        IntStream.range(0, 5_000)
                .forEach(i -> cluster.putNode(node("n" + i).cpu("1").build()));
        Map<String, Long> names = new HashMap<>();
        IntStream.range(0, 1_000).forEach(i -> names.put("x.y/r" + i, 1L));
        Rejection rejection = fit(new Resources(500, 0, 0, names))
                .rejectionOfUntaintedNodes(cluster.snapshot().untaintedNodes());
        assertThat(rejection.resolvable()).isFalse();
        assertThat(rejection.reasons())
                .hasSize(11)
                .startsWith("Insufficient x.y/r0", "Insufficient x.y/r1", "Insufficient x.y/r10")
                .endsWith("and 990 more resources");
        assertThat(rejection).isEqualTo(fit(new Resources(500, 0, 0, names)).check(onlyNode()));
    }

    private FitCheck fit(Resources request) {
        return new FitCheck(request, cluster.snapshot()::isOffered);
    }

    private NodeState onlyNode() {
        return cluster.snapshot().nodes().get(0);
    }
}
