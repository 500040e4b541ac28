package dev.edgewise.energy.nodelabels;

import static dev.edgewise.energy.TestNodes.labelled;
import static dev.edgewise.energy.TestNodes.nodes;
import static dev.edgewise.energy.TestNodes.tainted;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.LeaderCacheSync;
import dev.edgewise.common.testing.ManualTicker;
import dev.edgewise.common.testing.TestClock;
import dev.edgewise.common.time.SteadyTime;
import dev.edgewise.energy.levels.LevelSettings;
import dev.edgewise.energy.nodelabels.NodeWriter.Outcome;
import dev.edgewise.energy.nodelabels.NodeWriter.Result;
import dev.edgewise.energy.nodes.EnergyNode;
import dev.edgewise.energy.nodes.NodeDirectory;
import dev.edgewise.energy.nodes.NodeTaint;
import dev.edgewise.energy.readings.CurrentReadings;
import dev.edgewise.energy.readings.Measurement;
import dev.edgewise.energy.sources.EnergySourceKind;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class NodeLabelReconcilerTest {
    private static final Duration STEP = Duration.ofSeconds(5);

    private final NodeDirectory nodes = new NodeDirectory();
    private final CurrentReadings board = new CurrentReadings(LevelSettings.DEFAULT);
    private final ManualTicker ticker = new ManualTicker();
    private final TestClock clock = new TestClock();
    private final SteadyTime time = new SteadyTime(ticker, clock);
    private final Map<String, Result> failing = new HashMap<>();
    private final List<String> attempts = new ArrayList<>();
    private final List<String> tainted = new ArrayList<>();
    private final Set<String> refusingTaints = new HashSet<>();
    private Duration writeTakes = Duration.ZERO;
    private String says = "says %2$s";
    private boolean leads = true;
    private CompletableFuture<Void> caughtUp = CompletableFuture.completedFuture(null);
    private final NodeLabelReconciler marker = marker(false);

    private NodeLabelReconciler marker(boolean taints) {
        return marker(taints, () -> caughtUp);
    }

    private NodeLabelReconciler marker(boolean taints, Supplier<CompletionStage<Void>> catchUp) {
        return new NodeLabelReconciler(
                new NodeChangePlanner(
                        new NodeLabelProperties(false), new NodeTaintProperties(taints, "NoSchedule", 0.5)),
                nodes,
                board,
                this::write,
                () -> leads,
                new LeaderCacheSync(catchUp),
                time,
                new SimpleMeterRegistry());
    }

    private Outcome write(NodeChange change) {
        String node = change.node().name();
        attempts.add(node);
        if (change.taints() != null) {
            tainted.add(node);
        }
        ticker.advance(writeTakes);
        boolean refusesTaint = change.taints() != null && refusingTaints.contains(node);
        Result result = refusesTaint ? Result.REFUSED : failing.getOrDefault(node, Result.WRITTEN);
        if (result == Result.WRITTEN) {
            nodes.put(labelled(node, Map.of("energy-status", change.level().label())));
        }
        return new Outcome(result, result == Result.WRITTEN ? "" : says.formatted(node, result));
    }

    private void known(String... names) {
        for (EnergyNode node : nodes(names)) {
            nodes.put(node);
            measured(node, 50);
        }
        nodes.complete();
        board.complete();
    }

    private void measured(EnergyNode node, double percent) {
        Measurement measured = new Measurement(percent, clock.instant(), Duration.ofDays(1));
        board.take(node, EnergySourceKind.PUSH, measured, time.now(), clock.instant());
    }

    private void powerless(String node, double percent) {
        EnergyNode labelled = labelled(node, Map.of("energy-status", "powerless"));
        nodes.put(labelled);
        measured(labelled, percent);
    }

    private List<String> step() {
        return step(marker);
    }

    private List<String> step(NodeLabelReconciler marker) {
        attempts.clear();
        marker.step();
        ticker.advance(STEP);
        return List.copyOf(attempts);
    }

    @Test
    void nothingIsWrittenBeforeAllSourcesWereAsked() {
        known("a");
        board.clear();
        assertThat(step()).isEmpty();
    }

    @Test
    void aStepEndsAfterTenSecondsAndTheNextOneGoesOn() {
        known("a", "b", "c", "d", "e");
        writeTakes = Duration.ofSeconds(4);
        assertThat(step()).containsExactly("a", "b", "c");
        assertThat(step()).containsExactly("d", "e");
    }

    @Test
    void aNodeThatFailsDoesNotStopTheOthersAndPausesLongerEachTime() {
        known("a", "b", "c");
        failing.put("a", Result.UNAVAILABLE);
        assertThat(step()).containsExactly("a", "b", "c");
        assertThat(marker.problem()).isEqualTo("nodes that cannot be marked: 1, such as a: says UNAVAILABLE");
        failing.put("a", Result.REFUSED);
        List<Integer> tried = new ArrayList<>();
        for (int second = 5; second < 300; second += 5) {
            if (!step().isEmpty()) {
                tried.add(second);
            }
        }
        assertThat(tried).as("30 s, 60 s and 120 s after each other").containsExactly(30, 90, 210);
        failing.clear();
        ticker.advance(Duration.ofMinutes(10));
        assertThat(step()).containsExactly("a");
        assertThat(marker.problem()).isEmpty();
    }

    @Test
    void whenNodeAfterNodeFailsTheStepEnds() {
        known("a", "b", "c", "d", "e");
        List.of("a", "b", "c", "d").forEach(node -> failing.put(node, Result.UNAVAILABLE));
        assertThat(step()).containsExactly("a", "b", "c");
        assertThat(step()).containsExactly("d", "e");
    }

    /** Nodes a1000 to a1399, whose writes fail, and one after them. */
    private void manyThatFailAndOneGood(Result result) {
        String[] names = new String[401];
        for (int i = 0; i < 400; i++) {
            names[i] = "a" + (1_000 + i);
            failing.put(names[i], result);
        }
        names[400] = "good";
        known(names);
    }

    /** An admission policy may protect a whole pool of nodes: the API server answers. */
    @Test
    void manyNodesThatRefuseKeepNoOtherFromItsLabel() {
        manyThatFailAndOneGood(Result.REFUSED);
        assertThat(step()).hasSize(401).contains("good");
    }

    /** The admission webhook of a pool of nodes may be away. */
    @Test
    void manyNodesWithoutAnAnswerKeepNoOtherFromItsLabel() {
        manyThatFailAndOneGood(Result.UNAVAILABLE);
        int steps = 0;
        for (boolean written = false; !written; steps++) {
            written = step().contains("good");
            assertThat(steps).isLessThan(300);
        }
    }

    /** A refused taint is an answer of the API server, not a failure, and labels are written before taints. */
    @Test
    void manyRefusedTaintsKeepNoOtherNodeFromItsLabel() {
        known("good", "rich");
        for (int i = 0; i < 500; i++) {
            String name = "a" + (1_000 + i);
            powerless(name, 1);
            refusingTaints.add(name);
        }
        NodeLabelReconciler tainting = marker(true);
        // Half of 502 nodes may have the taint: 251 attempts after the two labels.
        assertThat(step(tainting)).hasSize(253).startsWith("good", "rich").doesNotHaveDuplicates();
        assertThat(tainting.problem()).contains("whose taint is refused: 251");
    }

    @Test
    void aNodeThatNeedsNoLabelAnyMoreIsNoProblem() {
        known("a");
        failing.put("a", Result.REFUSED);
        step();
        nodes.remove("a");
        step();
        assertThat(marker.problem()).isEmpty();
    }

    @Test
    void anotherWriterIsNamedForAsLongAsItWrites() {
        known("a");
        for (int i = 0; i < 4; i++) {
            assertThat(marker.problem()).isEmpty();
            nodes.put(new EnergyNode("a", "other" + i, Map.of("energy-status", "powerless"), Set.of(), List.of()));
            assertThat(step()).containsExactly("a");
        }
        assertThat(marker.problem()).isEqualTo("nodes whose label or taint another writer changes: 1, such as a");
        leads = false;
        assertThat(marker.problem()).isEmpty();
        leads = true;
        ticker.advance(Duration.ofMinutes(11));
        step();
        assertThat(marker.problem()).isEmpty();
    }

    @Test
    void aNewLeaderLabelsAtOnceAndTaintsOnceItSeesTheTaintsOfTheOneBefore() {
        known("b");
        powerless("a", 1);
        NodeLabelReconciler tainting = marker(true);
        caughtUp = new CompletableFuture<>();
        assertThat(step(tainting)).as("the label of b").containsExactly("b");
        caughtUp.complete(null);
        assertThat(step(tainting)).containsExactly("a");

        leads = false;
        assertThat(step(tainting)).isEmpty();
        leads = true;
        caughtUp = new CompletableFuture<>();
        powerless("a", 1);
        assertThat(step(tainting)).as("another one led in between").isEmpty();
    }

    /** Half of two nodes may have it. */
    @Test
    void aTaintWithoutAnAnswerCountsUntilTheNodeIsSeen() {
        known();
        powerless("a", 1);
        powerless("b", 2);
        NodeLabelReconciler tainting = marker(true);
        failing.put("a", Result.UNAVAILABLE);
        assertThat(step(tainting)).containsExactly("a");
        powerless("b", 0);
        assertThat(step(tainting)).as("a may have it").isEmpty();
        ticker.advance(Duration.ofSeconds(31));
        assertThat(step(tainting))
                .as("it is written again, and may still have it")
                .containsExactly("a");
        nodes.put(new EnergyNode("a", "2", Map.of("energy-status", "powerless"), Set.of(), List.of()));
        assertThat(step(tainting)).as("a does not have it").containsExactly("b");
    }

    @Test
    void aLabelDoesNotWaitForItsTaint() {
        known();
        EnergyNode node = labelled("a", Map.of("energy-status", "vulnerable"));
        nodes.put(node);
        measured(node, 1);
        caughtUp = new CompletableFuture<>();
        assertThat(step(marker(true))).containsExactly("a");
        assertThat(tainted).isEmpty();
    }

    @Test
    void aTaintThatIsSeenWhileCatchingUpIsCounted() {
        known();
        powerless("a", 1);
        powerless("b", 0);
        NodeLabelReconciler tainting = marker(true, () -> {
            nodes.put(tainted("a", new NodeTaint("edgewise.dev/energy", "powerless", "NoSchedule", null)));
            return CompletableFuture.completedFuture(null);
        });
        step(tainting);
        assertThat(tainted).isEmpty();
    }

    /** Catching up compares all nodes where the API server sends no bookmarks; it is only needed for taints. */
    @Test
    void whoSetsNoTaintsNeedNotCatchUp() {
        known("a");
        NodeLabelReconciler labelling = marker(false, () -> {
            throw new IllegalStateException("it catches up");
        });
        assertThat(step(labelling)).containsExactly("a");
    }

    /** An admission policy may allow no taint with the effect NoExecute. */
    @Test
    void aRefusedTaintKeepsNoLabelBackAndIsTriedAgainAfterAPause() {
        known("rich-1", "rich-2");
        EnergyNode node = labelled("a", Map.of("energy-status", "vulnerable"));
        nodes.put(node);
        measured(node, 1);
        refusingTaints.add("a");
        NodeLabelReconciler tainting = marker(true);

        assertThat(step(tainting)).as("a whole, and its label alone").containsExactly("a", "a", "rich-1", "rich-2");
        assertThat(label("a")).isEqualTo("powerless");
        assertThat(tainting.problem())
                .isEqualTo("nodes that have their label, and whose taint is refused: 1, such as a: says REFUSED");
        assertThat(step(tainting)).as("the taint pauses").isEmpty();

        // The pause is of the taint: a label that changes meanwhile is written at once, and does not end the pause.
        nodes.put(new EnergyNode("a", "3", Map.of("energy-status", "vulnerable"), Set.of(), List.of()));
        assertThat(step(tainting)).containsExactly("a");
        assertThat(label("a")).isEqualTo("powerless");
        assertThat(tainting.problem()).contains("whose taint is refused: 1");

        // 30 s after the refusal: three steps of 5 s have passed, the next attempt of the taint follows at 30 s.
        List<Integer> tried = new ArrayList<>();
        for (int second = 15; second <= 60; second += 5) {
            if (!step(tainting).isEmpty()) {
                tried.add(second);
            }
        }
        assertThat(tried).containsExactly(30);

        refusingTaints.clear();
        ticker.advance(Duration.ofMinutes(10));
        assertThat(step(tainting)).contains("a");
        assertThat(tainting.problem()).isEmpty();
    }

    @Test
    void nodesWithOneCauseAreOneProblemWhateverTheirNames() {
        known("a", "b");
        for (String name : List.of("a", "b")) {
            failing.put(name, Result.REFUSED);
        }
        says = "nodes \"%s\" is forbidden";
        step();
        assertThat(marker.problem()).isEqualTo("nodes that cannot be marked: 2, such as a: nodes \"a\" is forbidden");
    }

    private String label(String node) {
        return nodes.find(node).orElseThrow().labels().get("energy-status");
    }
}
