package dev.edgewise.scheduler.explain;

import static dev.edgewise.scheduler.testing.TestNodes.node;
import static dev.edgewise.scheduler.testing.TestPods.pod;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.edgewise.common.web.NotFoundException;
import dev.edgewise.scheduler.cycle.EventDetails;
import dev.edgewise.scheduler.decisions.DecisionHistory;
import dev.edgewise.scheduler.framework.FilterAndScorePipeline;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.PodKey;
import dev.edgewise.scheduler.model.Taint;
import dev.edgewise.scheduler.plugins.BuiltInProfiles;
import dev.edgewise.scheduler.plugins.ProfileSet;
import dev.edgewise.scheduler.signals.rtt.Rtt;
import dev.edgewise.scheduler.signals.rtt.RttIndex;
import dev.edgewise.scheduler.state.ClusterState;
import dev.edgewise.scheduler.testing.TestNodes;
import dev.edgewise.scheduler.testing.TestPods;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** From edge-1 to node n it takes n ms, and there is no time to the others. */
class ExplanationSummaryTest {
    private static final Instant NOW = Instant.parse("2026-01-01T12:00:00Z");
    private static final Clock CLOCK = Clock.fixed(NOW, ZoneOffset.UTC);

    private final ClusterState state = new ClusterState(CLOCK);
    private final DecisionHistory history = new DecisionHistory(10, "a", CLOCK);
    private final ExplanationService explanations = new ExplanationService(
            state,
            new ProfileSet(BuiltInProfiles.builtIn()),
            history,
            CLOCK,
            () -> 0,
            new Random(1),
            () -> false,
            EventDetails.NONE);

    @Test
    void aPodThatFitsNowhereIsToldWhatItMissesByLeast() {
        nodes(6);
        state.putNode(edge(41).cordoned().build());
        assertThat(explanations.summarize(
                        tooLarge().label("delay_edge-1", "0.5").build(), null))
                .containsExactly(
                        "default/web  profile edgewise  fits none of 7 nodes",
                        "rejected:",
                        "     6  node(s) were farther than 0.5 ms from edge-1",
                        "     1  Insufficient cpu");
        assertThat(explanations.summarize(
                        pod("web").cpu("2").label("delay_edge-1", "0.5").build(), null))
                .as("edge-1 is too small, edge-41 is cordoned")
                .containsExactly(
                        "default/web  profile edgewise  fits none of 7 nodes",
                        "nearest misses:",
                        "  edge-2  2 ms from edge-1 (≤ 0.5 ms)",
                        "  edge-3  3 ms from edge-1 (≤ 0.5 ms)",
                        "  edge-4  4 ms from edge-1 (≤ 0.5 ms)",
                        "rejected:",
                        "     6  node(s) were farther than 0.5 ms from edge-1",
                        "     1  Insufficient cpu");
    }

    @Test
    void aReferenceThatIsNotThereIsCorrected() {
        nodes(3);
        assertThat(explanations.summarize(pod("web").label("delay_edge1", "20").build(), null))
                .containsExactly(
                        "default/web  profile edgewise  fits none of 3 nodes",
                        "Did you mean edge-1?",
                        "rejected:",
                        "     3  delay reference \"edge1\" is neither a node nor a workload with pods in namespace"
                                + " \"default\"");
    }

    @Test
    void aPodThatFitsIsToldItsBestNodesAndWhyTheOthersAreNone() {
        nodes(4);
        List<String> lines = explanations.summarize(
                pod("web").cpu("2").label("delay_edge-1", "3").build(), null);
        assertThat(lines.get(0)).isEqualTo("default/web  profile edgewise  fits 2 of 4 nodes, best edge-2");
        assertThat(lines.get(1)).isEqualTo("best:");
        assertThat(lines.get(2)).matches("  edge-2  score 0\\.\\d\\d  2 ms from edge-1 \\(≤ 3 ms\\)");
        assertThat(lines.get(3)).matches("  edge-3  score 0\\.\\d\\d  3 ms from edge-1 \\(≤ 3 ms\\)");
        assertThat(lines.subList(4, lines.size()))
                .containsExactly(
                        "rejected:", "     1  Insufficient cpu", "     1  node(s) were farther than 3 ms from edge-1");
    }

    @Test
    void aWaitingPodIsToldWhatHoldsNowAndThenWhatWasDecided() {
        nodes(2);
        Pod waiting = pod("web").label("delay_edge-9", "20").build();
        state.putPod(waiting);
        history.record(new FilterAndScorePipeline(BuiltInProfiles.edgewise(), new Random(1))
                .decide(waiting, state.snapshot()));
        assertThat(explanations.summarize(waiting.key()))
                .startsWith("default/web  profile edgewise  fits none of 2 nodes")
                .endsWith(
                        "default/web  decided 2026-01-01T12:00:00Z by profile edgewise: unschedulable",
                        "  0/2 nodes are available: 2 delay reference \"edge-9\" is neither a node nor a workload"
                                + " with pods in namespace \"default\".");
        assertThatThrownBy(() -> explanations.summarize(new PodKey("default", "other")))
                .isInstanceOf(NotFoundException.class);
    }

    /** Each node has a reason of its own, and a hostile author puts lines into his. */
    @Test
    void fiveThousandNodesAndManyReasonsAreTwentyLines() {
        nodes(5_000);
        for (int i = 0; i < 40; i++) {
            state.putNode(node("odd-" + i)
                    .taint("key-" + i, "x", Taint.Effect.NO_SCHEDULE)
                    .build());
        }
        Pod waiting = tooLarge()
                .label("delay_edge-1", "0.5")
                .label("delay_edge-1\n\nx", "5")
                .build();
        state.putPod(waiting);
        history.record(new FilterAndScorePipeline(BuiltInProfiles.edgewise(), new Random(1))
                .decide(waiting, state.snapshot()));
        List<String> lines = explanations.summarize(waiting.key());
        assertThat(lines)
                .hasSizeLessThanOrEqualTo(20)
                .allMatch(line -> line.lines().count() == 1);
        assertThat(explanations.summarize(
                        pod("stock").scheduler("stock").cpu("900").build(), null))
                .hasSizeLessThanOrEqualTo(20);
    }

    private static TestPods.Builder tooLarge() {
        return pod("web").cpu("900");
    }

    private static TestNodes.Builder edge(int number) {
        return node("edge-" + number).cpu(number == 1 ? "1" : "8");
    }

    private void nodes(int count) {
        Map<String, Rtt> times = new HashMap<>();
        for (int i = 1; i <= count; i++) {
            state.putNode(edge(i).build());
            if (i > 1) {
                times.put(
                        "edge-" + i,
                        new Rtt(
                                i * 1000,
                                i * 1000,
                                i * 1000,
                                NOW.toEpochMilli(),
                                NOW.plusSeconds(60).toEpochMilli()));
            }
        }
        times.put(
                "edge-41",
                new Rtt(
                        1500,
                        1500,
                        1500,
                        NOW.toEpochMilli(),
                        NOW.plusSeconds(60).toEpochMilli()));
        state.change(RttIndex.FACT, rtt -> rtt.with("edge-1", times));
    }
}
