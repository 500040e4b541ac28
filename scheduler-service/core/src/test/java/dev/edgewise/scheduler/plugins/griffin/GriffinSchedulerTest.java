package dev.edgewise.scheduler.plugins.griffin;

import static dev.edgewise.scheduler.testing.TestNodes.node;
import static dev.edgewise.scheduler.testing.TestPods.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.testing.TestClock;
import dev.edgewise.scheduler.framework.Decision;
import dev.edgewise.scheduler.framework.FilterAndScorePipeline;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.plugins.BuiltInProfiles;
import dev.edgewise.scheduler.plugins.ProfileSet;
import dev.edgewise.scheduler.signals.rtt.Rtt;
import dev.edgewise.scheduler.signals.rtt.RttIndex;
import dev.edgewise.scheduler.state.ClusterState;
import dev.edgewise.scheduler.testing.TestPods;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Three nodes: near is 5 ms from the source, far 15 ms; the time to odd is not known. */
class GriffinSchedulerTest {
    private static final String GPU = "nvidia.com/gpu";

    private final ClusterState cluster = new ClusterState(new TestClock());

    GriffinSchedulerTest() {
        for (String name : new String[] {"source", "near", "far", "odd"}) {
            cluster.putNode(node(name).cpu("4").memory("8Gi").build());
        }
        cluster.change(RttIndex.FACT, rtt -> rtt.with("source", Map.of("near", millis(5), "far", millis(15))));
    }

    /** The slides' picture: the source is filled, then the next nearest, and the node without a time comes last. */
    @Test
    void fillsTheSourceThenTheNearestNodes() {
        for (String expected : new String[] {"source", "source", "near", "near", "far", "far", "odd"}) {
            assertThat(place(fromSource())).isEqualTo(expected);
        }
    }

    /** 10/(10+5) - 10/(10+6) = 0.042 of a weight of 10,000 is 417, more than all other scores together. */
    @Test
    void prefersTheNearerNodeHoweverFullItIs() {
        cluster.change(RttIndex.FACT, rtt -> rtt.with("source", Map.of("near", millis(5), "far", millis(6))));
        cluster.putPod(pod("a").cpu("4").runningOn("source").build());
        cluster.putPod(pod("b").cpu("2").memory("6Gi").runningOn("near").build());

        assertThat(place(fromSource())).isEqualTo("near");
    }

    @Test
    void marksAPodThatFitsNowhere() {
        Decision decision = decide(fromSource().cpu("5").build());

        assertThat(decision.node()).isNull();
    }

    /**
     * Free shares: source 2 CPUs of 4 and 8 GiB of 8, mean 0.75; near 3 of 4 and 2 of 8, 0.5; far 2 of 4 and 4 of 8,
     * 0.5; odd all in use.
     */
    @Test
    void prefersTheNodeWithMostLeft() {
        cluster.putPod(pod("a").cpu("2").runningOn("source").build());
        cluster.putPod(pod("b").cpu("1").memory("6Gi").runningOn("near").build());
        cluster.putPod(pod("c").cpu("2").memory("4Gi").runningOn("far").build());
        cluster.putPod(pod("d").cpu("4").memory("8Gi").runningOn("odd").build());

        assertThat(place(wanting("most-available"))).isEqualTo("source");
        assertThat(place(wanting("most-available-cpu"))).isEqualTo("near");
    }

    /**
     * Free shares: source 3 CPUs of 4 and 8 GiB of 8, mean 0.875; near 3 and 2, 0.5; far 2 and 6, 0.625; odd 3 and 1,
     * 0.4375.
     */
    @Test
    void prefersTheNodeThatIsUsedMost() {
        cluster.putPod(pod("a").cpu("1").runningOn("source").build());
        cluster.putPod(pod("b").cpu("1").memory("6Gi").runningOn("near").build());
        cluster.putPod(pod("c").cpu("2").memory("2Gi").runningOn("far").build());
        cluster.putPod(pod("d").cpu("1").memory("7Gi").runningOn("odd").build());

        assertThat(decide(wanting("most-requested").build()).node()).isEqualTo("odd");
        assertThat(decide(wanting("most-requested-cpu").build()).node()).isEqualTo("far");
    }

    /** GPUs free: one 1 of 4, two 2 of 2. Of pods that need none, CPU and memory decide. */
    @Test
    void countsFreeGpusForPodsThatNeedOne() {
        cluster.putNode(node("one").cpu("8").memory("16Gi").scalar(GPU, 4).build());
        cluster.putNode(node("two").cpu("8").memory("16Gi").scalar(GPU, 2).build());
        cluster.putPod(pod("a").scalar(GPU, 3).runningOn("one").build());
        cluster.putPod(pod("b").cpu("2").memory("4Gi").runningOn("two").build());

        assertThat(decide(wanting("most-available").scalar(GPU, 1).build()).node())
                .isEqualTo("two");
        assertThat(decide(wanting("most-available-gpu").scalar(GPU, 1).build()).node())
                .isEqualTo("two");
    }

    @Test
    void placesPodsThatAskForNothingAsStockDoes() {
        Pod plain = pod("p").cpu("1").scheduler("griffin_scheduler").build();
        Pod unknown = wanting("fastest").build();

        assertThat(PodRankingAnnotations.of(plain)).isEqualTo(PodRankingAnnotations.NONE);
        assertThat(PodRankingAnnotations.of(unknown)).isEqualTo(PodRankingAnnotations.NONE);
        assertThat(decide(plain).node()).isNotNull();
    }

    /**
     * A call of 10 ms on nodes of 4 CPUs: the pod's 2 CPUs are half of an idle node, 10 / (1 - 0.25) = 13.3 ms at the
     * source. A second pod there would take 10 / (1 - 0.5) = 20 ms, and make the first slower by 6.7; near it is 5 +
     * 13.3. A third one: 26.7 at the source, 5 + 26.7 near it, 15 + 13.3 = 28.3 far away.
     */
    @Test
    void weighsTheLoadOfANodeAgainstTheWayToAnother() {
        for (String expected : new String[] {"source", "near", "source", "far"}) {
            assertThat(place(answering("10", "0"))).isEqualTo(expected);
        }
    }

    /**
     * A call of 5 ms takes 10 ms beside another pod at the source, and 5 + 6.7 near it. Where that pod answers calls of
     * 5 ms as well, they take 3.3 ms more.
     */
    @Test
    void countsTheCallsOfOthersThatDeclareThem() {
        cluster.putPod(pod("a").cpu("2").runningOn("source").build());

        assertThat(decide(answering("5", "0").build()).node()).isEqualTo("source");

        cluster.putPod(pod("a").cpu("2")
                .annotation("edgewise.dev/call-compute-ms", "5")
                .runningOn("source")
                .build());

        assertThat(decide(answering("5", "0").build()).node()).isEqualTo("near");
    }

    /**
     * A call of 1 ms: 2 ms on the full source, and 0.7 ms more for the other, are less than 5 ms to the next node. One
     * of 100 ms: 133 + 15 ms far away are less than 200 + 67 + 5 nearby.
     */
    @Test
    void keepsShortCallsNearAndSpreadsLongOnes() {
        assertThat(place(answering("1", "0"))).isEqualTo("source");
        assertThat(place(answering("1", "0"))).isEqualTo("source");
        assertThat(place(answering("100", "0"))).isEqualTo("near");
        assertThat(place(answering("100", "0"))).isEqualTo("far");
    }

    /** 10 MB over 1 Gbit/s are 80 ms: the second call of 10 ms stays on the source for 20 ms. */
    @Test
    void countsTheTransferOfThePayload() {
        assertThat(place(answering("10", "10000000"))).isEqualTo("source");
        assertThat(place(answering("10", "10000000"))).isEqualTo("source");
    }

    /** Without a source node only the load counts: 2 CPUs of 4 are used on all but odd. */
    @Test
    void spreadsCallsWithoutASourceNode() {
        for (String name : new String[] {"source", "near", "far"}) {
            cluster.putPod(pod("on-" + name).cpu("2").runningOn(name).build());
        }

        assertThat(place(wanting("response-time").annotation("edgewise.dev/call-compute-ms", "10")))
                .isEqualTo("odd");
    }

    @Test
    void ranksByNoTimeThatIsNotDeclared() {
        for (String wrong : new String[] {"", "fast", "-1", "NaN", "Infinity", "0"}) {
            assertThat(PodRankingAnnotations.of(answering(wrong, "x").build()).call())
                    .isNull();
        }
        assertThat(PodRankingAnnotations.of(answering("2.5", "x").build()).call())
                .isEqualTo(new PodCallAnnotations("source", 2.5, 0));
    }

    /** The limits are those of global requests: an hour, and 1 TB. */
    @Test
    void takesNoNumbersBeyondTheLimits() {
        assertThat(PodRankingAnnotations.of(answering("1.7e308", "1e300").build())
                        .call())
                .isEqualTo(new PodCallAnnotations("source", 3_600_000, 1_000_000_000_000L));
        assertThat(PodRankingAnnotations.of(answering("1".repeat(33), "1").build())
                        .call())
                .isNull();
    }

    /**
     * With the pod, 1.7e308 / (1 - 0.5) would be infinite on both nodes. An hour is 3.6e6 * (2 - 1.33) ms more there,
     * so 15 + 13.3 ms far away are least.
     */
    @Test
    void aPodOfAnotherTenantDecidesNothingButAboutItsNode() {
        for (String node : new String[] {"source", "near"}) {
            cluster.putPod(pod("huge-" + node)
                    .cpu("2")
                    .annotation("edgewise.dev/call-compute-ms", "1.7e308")
                    .runningOn(node)
                    .build());
        }

        assertThat(decide(answering("10", "0").build()).node()).isEqualTo("far");
    }

    private TestPods.Builder answering(String computeMillis, String payloadBytes) {
        return wanting("response-time")
                .annotation("edgewise.dev/source-node", "source")
                .annotation("edgewise.dev/call-compute-ms", computeMillis)
                .annotation("edgewise.dev/call-payload-bytes", payloadBytes);
    }

    private TestPods.Builder fromSource() {
        return wanting("low-latency").annotation("edgewise.dev/source-node", "source");
    }

    private TestPods.Builder wanting(String placement) {
        return pod("p"
                        + cluster.snapshot().nodes().stream()
                                .mapToInt(each -> each.pods().size())
                                .sum())
                .cpu("2")
                .memory("1Mi")
                .scheduler("griffin_scheduler")
                .annotation("edgewise.dev/placement", placement);
    }

    private String place(TestPods.Builder pod) {
        String node = decide(pod.build()).node();
        cluster.putPod(pod.runningOn(node).build());
        return node;
    }

    private Decision decide(Pod pod) {
        return new FilterAndScorePipeline(
                        new ProfileSet(BuiltInProfiles.builtIn()).find("griffin_scheduler"), new Random(1))
                .decide(pod, cluster.snapshot());
    }

    private static Rtt millis(long millis) {
        long micros = 1_000 * millis;
        return new Rtt(micros, micros, micros, 0, Long.MAX_VALUE);
    }
}
