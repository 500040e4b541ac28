package dev.edgewise.scheduler.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.scheduler.conformance.Vectors.Scenario;
import dev.edgewise.scheduler.conformance.Vectors.Vector;
import dev.edgewise.scheduler.framework.Explainer;
import dev.edgewise.scheduler.framework.Explanation;
import dev.edgewise.scheduler.framework.FilterAndScorePipeline;
import dev.edgewise.scheduler.framework.ScoredNode;
import dev.edgewise.scheduler.kubernetes.watch.Clusters;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.plugins.BuiltInProfiles;
import dev.edgewise.scheduler.state.Snapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The profile {@code stock} decides what kube-scheduler v1.36 decided, over every recorded vector. */
class ConformanceTest {
    /**
     * The case where the mistake that {@code documented} answers changes only the reasons: every node is rejected
     * anyway.
     */
    private static final String SLIP = "r102-p05";

    private static final List<Scenario> SCENARIOS = Vectors.load();

    @Test
    void everyFeasibleSetAgrees() {
        List<String> wrong = new ArrayList<>();
        forEachVector((vector, explanation) -> {
            Set<String> feasible = feasible(explanation);
            if (vector.untried() ? !feasible.isEmpty() : !vector.agrees(feasible)) {
                wrong.add(vector.id() + ": expected " + vector.feasible() + " but was " + feasible + " "
                        + disputed(vector, explanation));
            }
        });
        assertThat(wrong).isEmpty();
    }

    /** The bar for pods that kube-scheduler allocates devices for: nothing it refuses or holds is let through. */
    @Test
    void aPodThatNeedsDevicesAllocatedIsLetThroughNowhereElse() {
        List<String> wrong = new ArrayList<>();
        for (Scenario scenario : SCENARIOS) {
            Snapshot snapshot = Clusters.snapshot(scenario);
            for (Vector vector : scenario.vectors()) {
                if (Allocating.isNeeded(scenario, vector)) {
                    Set<String> feasible = feasible(new Explainer(BuiltInProfiles.stock(), new Random(1))
                            .explain(Clusters.pod(vector.pod()), snapshot));
                    if (vector.untried()
                            ? !feasible.isEmpty()
                            : !vector.feasible().containsAll(feasible)) {
                        wrong.add(vector.id() + ": " + feasible + " but kube-scheduler only " + vector.feasible());
                    }
                }
            }
        }
        assertThat(wrong).isEmpty();
    }

    @Test
    void aDecisionChoosesWhatTheExplanationRanksFirst() {
        List<String> wrong = new ArrayList<>();
        forEachPod((vector, pod, snapshot) -> {
            String decided = new FilterAndScorePipeline(BuiltInProfiles.stock(), new Random(1))
                    .decide(pod, snapshot)
                    .node();
            String explained = new Explainer(BuiltInProfiles.stock(), new Random(1))
                    .explain(pod, snapshot)
                    .node();
            if (!Objects.equals(decided, explained)) {
                wrong.add(vector.id() + ": decided " + decided + ", explained " + explained);
            }
        });
        assertThat(wrong).isEmpty();
    }

    /** Bar: 99.5 % of the values within one point of kube-scheduler's. */
    @Test
    void scoresAgree() {
        List<String> wrong = new ArrayList<>();
        int[] compared = {0};
        forEachRanking((vector, explanation) -> vector.scores()
                .forEach((score, points) -> points.forEach((node, point) -> {
                    ScoredNode.Part part = part(explanation, node, score);
                    compared[0]++;
                    if (part == null || Math.abs(100 * part.value() - point / part.weight()) > 1) {
                        wrong.add(vector.id() + " " + score + " " + node + ": expected " + point + " but was " + part);
                    }
                })));
        assertThat(compared[0]).isGreaterThan(10_000);
        assertThat(wrong).hasSizeLessThan(compared[0] / 200).isEmpty();
    }

    @Test
    void theChoiceIsOneOfTheBest() {
        List<String> wrong = new ArrayList<>();
        forEachRanking((vector, explanation) -> {
            Set<String> best = vector.best();
            if (!best.isEmpty() && !best.contains(explanation.node())) {
                wrong.add(vector.id() + ": expected one of " + best + " but was " + explanation.node());
            }
        });
        assertThat(wrong).isEmpty();
    }

    /** Users know kube-scheduler's words: the same number of nodes for the same reason. */
    @Test
    void messagesCountTheSameReasons() {
        List<String> wrong = new ArrayList<>();
        forEachPod((vector, pod, snapshot) -> {
            Map<String, Integer> reasons = new FilterAndScorePipeline(BuiltInProfiles.stock(), new Random(1))
                    .decide(pod, snapshot)
                    .reasons();
            if (!vector.untried()
                    && vector.feasible().isEmpty()
                    && !vector.id().equals(SLIP)
                    && !sameReasons(vector.reasons(), reasons)) {
                wrong.add(vector.id() + ": expected " + vector.reasons() + " but was " + reasons);
            }
        });
        assertThat(wrong).isEmpty();
    }

    private static boolean sameReasons(Map<String, Integer> expected, Map<String, Integer> actual) {
        return expected.keySet().equals(actual.keySet())
                && expected.entrySet().stream()
                        .allMatch(entry ->
                                entry.getValue() < 0 || entry.getValue().equals(actual.get(entry.getKey())));
    }

    /** Runs the check with the scores and the choice that belong to the recorded answer. */
    private static void forEachRanking(BiConsumer<Vector, Explanation> check) {
        forEachVector((vector, explanation) -> {
            if (!vector.agreesWithDocumentation(feasible(explanation))) {
                check.accept(vector, explanation);
            }
        });
    }

    private static void forEachVector(BiConsumer<Vector, Explanation> check) {
        forEachPod((vector, pod, snapshot) ->
                check.accept(vector, new Explainer(BuiltInProfiles.stock(), new Random(1)).explain(pod, snapshot)));
    }

    private static void forEachPod(PodCheck check) {
        for (Scenario scenario : SCENARIOS) {
            Snapshot snapshot = Clusters.snapshot(scenario);
            for (Vector vector : scenario.vectors()) {
                if (!Allocating.isNeeded(scenario, vector)) {
                    check.accept(vector, Clusters.pod(vector.pod()), snapshot);
                }
            }
        }
    }

    private interface PodCheck {
        void accept(Vector vector, Pod pod, Snapshot snapshot);
    }

    private static Set<String> feasible(Explanation explanation) {
        return explanation.nodes().stream()
                .filter(Explanation.Verdict::feasible)
                .map(Explanation.Verdict::node)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static String disputed(Vector vector, Explanation explanation) {
        return explanation.nodes().stream()
                        .filter(verdict -> vector.feasible() == null
                                || verdict.feasible() != vector.feasible().contains(verdict.node()))
                        .map(verdict -> verdict.node() + " " + verdict.rejections())
                        .toList()
                + " recorded " + vector.reasons();
    }

    private static ScoredNode.Part part(Explanation explanation, String node, String score) {
        return explanation.nodes().stream()
                .filter(verdict -> verdict.node().equals(node))
                .flatMap(verdict -> verdict.scores().stream())
                .filter(part -> part.score().equals(score))
                .findFirst()
                .orElse(null);
    }
}
