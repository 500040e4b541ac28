package dev.edgewise.sandbox.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.sandbox.topology.DelayMatrix;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Three nodes: a and b are near (2 ms one way, 4 ms the other), the cloud c is 50 ms away. Each has 1 cpu and 1 Gi. */
class DelayNeedVerifierTest {
    private static final long GIB = 1L << 30;
    private static final DelayMatrix DELAYS =
            new DelayMatrix(List.of("a", "b", "c"), new double[][] {{0, 2, 50}, {4, 0, 50}, {50, 50, 0}});

    private final List<NodeFacts> nodes = List.of(node("a", "edge"), node("b", "edge"), node("c", "cloud"));
    private final List<PodFacts> placed = new ArrayList<>();

    @Test
    void delayIsFromTheReferenceToTheNode() {
        assertThat(verdict(pod("p", 100, "b", Map.of("delay_a", "2")))).isEqualTo("met | 2 ms | ");
        assertThat(verdict(pod("p", 100, "a", Map.of("delay_b", "3.9"))))
                .isEqualTo("VIOLATED | 4 ms | b <= 3.9 ms is not met");
    }

    @Test
    void allNeedsMustHold() {
        assertThat(verdict(pod("p", 100, "b", Map.of("delay_a", "2", "delay_c", "49"))))
                .isEqualTo("VIOLATED | 2 ms, 50 ms | c <= 49 ms is not met");
    }

    @Test
    void theNearestRunningPodOfAWorkloadCounts() {
        placed.add(pod("broker-1", 100, "c", Map.of()));
        placed.add(pod("broker-2", 100, "a", Map.of()));

        assertThat(verdict(pod("p", 100, "b", Map.of("delay_broker", "3")))).isEqualTo("met | 2 ms | ");
    }

    @Test
    void withoutANeedTheCloudIsRight() {
        assertThat(verdict(pod("p", 100, "c", Map.of()))).isEqualTo("met | - | no need: cloud");
        assertThat(verdict(pod("p", 100, "a", Map.of()))).startsWith("VIOLATED");
    }

    @Test
    void refusalIsTruthfulWhenNoNodeIsInReach() {
        assertThat(verdict(pod("p", 100, null, Map.of("delay_a", "5", "delay_c", "5"))))
                .isEqualTo("impossible | - | no node meets all its needs at once");
        assertThat(verdict(pod("p", 100, null, Map.of("delay_nowhere", "5"))))
                .isEqualTo("impossible | - | nowhere is neither a node nor a running workload");
        assertThat(verdict(pod("p", 100, null, Map.of("delay_a", "soon")))).contains("'soon' is no number of ms");
    }

    @Test
    void refusalIsTruthfulOnlyWhileTheRadiusIsFull() {
        // 600 of 1000 millicores of both a and b are taken: 500 more do not fit, 400 do
        placed.add(pod("x", 600, "a", Map.of()));
        placed.add(pod("y", 600, "b", Map.of()));

        assertThat(verdict(pod("p", 500, null, Map.of("delay_a", "2"))))
                .isEqualTo("impossible | - | none of the 2 nodes in reach has room for 0.5 cpu and 256 Mi");
        assertThat(verdict(pod("p", 400, null, Map.of("delay_a", "2"))))
                .isEqualTo("WRONGLY REFUSED | - | a is in reach and has room");
    }

    @Test
    void rulesThatAreNotCheckedAreNamed() {
        PodFacts pod = pod("p", 100, null, Map.of("delay_a", "2"));
        PodFacts.Rules rules = new PodFacts.Rules(Map.of(), false, List.of("podAntiAffinity"));

        assertThat(verdict(with(pod, rules, "refused")))
                .isEqualTo("not checked | - | refused; the sandbox does not check podAntiAffinity");
        assertThat(verdict(with(pod, PodFacts.Rules.NONE, null))).startsWith("undecided");
    }

    @Test
    void theTableShowsEachPodAndCounts() {
        DelayNeedVerifier verifier = new DelayNeedVerifier(nodes, placed, DELAYS);
        String table = PlacementTable.render(List.of(
                verifier.verify(pod("lost", 100, null, Map.of("delay_x", "1"))),
                verifier.verify(pod("near", 100, "b", Map.of("delay_a", "2")))));

        assertThat(table.lines())
                .containsExactly(
                        "POD    NEED        NODE   MEASURED   RESULT",
                        "near   a <= 2 ms   b      2 ms       met",
                        "lost   x <= 1 ms   -      -          impossible: x is neither a node nor a running workload",
                        "",
                        "2 pods: 1 met, 1 impossible");
    }

    private String verdict(PodFacts pod) {
        PodVerdict verdict = new DelayNeedVerifier(nodes, placed, DELAYS).verify(pod);
        return verdict.result().text() + " | " + verdict.measured() + " | " + verdict.why();
    }

    private static NodeFacts node(String name, String role) {
        return new NodeFacts(name, Map.of("kubernetes.io/role", role), true, new Resources(1000, GIB, 10));
    }

    private static PodFacts pod(String name, long cpuMillis, String node, Map<String, String> labels) {
        return new PodFacts(
                "default",
                name,
                "custom-scheduler",
                Set.of(name.replaceAll("-.*", "")),
                DelayNeed.of(labels),
                new Resources(cpuMillis, GIB / 4, 1),
                PodFacts.Rules.NONE,
                node,
                node != null,
                false,
                node == null ? "0/3 nodes are available" : null);
    }

    private static PodFacts with(PodFacts pod, PodFacts.Rules rules, String refusal) {
        return new PodFacts(
                pod.namespace(),
                pod.name(),
                pod.schedulerName(),
                pod.workloads(),
                pod.needs(),
                pod.asks(),
                rules,
                pod.node(),
                pod.running(),
                pod.finished(),
                refusal);
    }
}
