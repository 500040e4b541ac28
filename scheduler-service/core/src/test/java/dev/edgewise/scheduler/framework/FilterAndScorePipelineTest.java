package dev.edgewise.scheduler.framework;

import static dev.edgewise.scheduler.testing.TestNodes.node;
import static dev.edgewise.scheduler.testing.TestPods.pod;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.edgewise.scheduler.model.AffinityTerm;
import dev.edgewise.scheduler.model.LabelSelector;
import dev.edgewise.scheduler.model.NodeAffinity;
import dev.edgewise.scheduler.model.NodeTerm;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.PodAffinity;
import dev.edgewise.scheduler.model.Requirement;
import dev.edgewise.scheduler.plugins.BuiltInProfiles;
import dev.edgewise.scheduler.signals.rtt.Rtt;
import dev.edgewise.scheduler.signals.rtt.RttIndex;
import dev.edgewise.scheduler.state.ClusterState;
import dev.edgewise.scheduler.state.NodeState;
import dev.edgewise.scheduler.state.Snapshot;
import dev.edgewise.scheduler.testing.TestNodes;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class FilterAndScorePipelineTest {
    private final ClusterState cluster =
            new ClusterState(Clock.fixed(Instant.parse("2026-01-01T00:00:00Z"), ZoneOffset.UTC));
    private final Pod pod = pod("p").cpu("1").build();

    @Test
    void withoutNodesThereIsAnAnswerToo() {
        Decision decision = stock(1).decide(pod, cluster.snapshot());

        assertThat(decision.isPlaced()).isFalse();
        assertThat(decision.message()).isEqualTo("0/0 nodes are available: the cluster has no nodes.");
    }

    @Test
    void ofTwoFiltersThatKnowTheirNodesTheOneWithFewerSpeaksForTheOthers() {
        for (String name : List.of("a", "b", "c", "d", "e")) {
            cluster.putNode(node(name).cpu("4").build());
        }
        cluster.change(
                RttIndex.FACT, rtt -> rtt.with("a", Map.of("b", new Rtt(50_000, 50_000, 50_000, 0, Long.MAX_VALUE))));
        Requirement named = Requirement.in(NodeTerm.NAME_FIELD, "b", "c", "d");
        Pod near = pod("near")
                .label("delay_a", "5")
                .nodeAffinity(new NodeAffinity(Map.of(), List.of(new NodeTerm(List.of(), List.of(named))), List.of()))
                .build();
        Pod lost = pod("lost")
                .claim("not-there")
                .nodeAffinity(new NodeAffinity(Map.of(), List.of(new NodeTerm(List.of(), List.of(named))), List.of()))
                .build();

        FilterAndScorePipeline pipeline = new FilterAndScorePipeline(BuiltInProfiles.edgewise(), new Random(1));

        assertThat(pipeline.decide(near, cluster.snapshot()).message())
                .isEqualTo("0/5 nodes are available: 1 node(s) didn't satisfy plugin(s) [NodeAffinity],"
                        + " 1 node(s) were farther than 5 ms from a, 3 node(s) had no known round-trip time from a.");
        assertThat(pipeline.decide(lost, cluster.snapshot()).message())
                .isEqualTo("0/5 nodes are available: 5 persistentvolumeclaim \"not-there\" not found.");
    }

    @Test
    void tiesAreBrokenEvenly() {
        for (String name : List.of("a", "b", "c", "d")) {
            cluster.putNode(node(name).build());
        }
        FilterAndScorePipeline pipeline = stock(7);
        Map<String, Integer> chosen = new HashMap<>();
        for (int i = 0; i < 4000; i++) {
            chosen.merge(pipeline.decide(pod, cluster.snapshot()).node(), 1, Integer::sum);
        }

        // 1,000 each; four standard deviations are 4 * sqrt(4000 * 1/4 * 3/4) = 110
        assertThat(chosen).hasSize(4).allSatisfy((name, count) -> assertThat(count)
                .isBetween(890, 1110));
    }

    @Test
    void aSampleStopsAtEnoughAndFavoursNoNode() {
        for (int i = 0; i < 500; i++) {
            cluster.putNode(node("n" + i).build());
        }
        FilterAndScorePipeline pipeline = stock(7);
        Set<String> chosen = new HashSet<>();
        for (int i = 0; i < 300; i++) {
            // 50 % - 500/125 % = 46 % of 500
            Decision decision = pipeline.decide(pod, cluster.snapshot());
            assertThat(decision.feasible()).isEqualTo(230);
            chosen.add(decision.node());
        }

        assertThat(chosen.size()).isGreaterThan(150);
    }

    @Test
    void aSampleHasNodesOfEveryZone() {
        for (int i = 0; i < 300; i++) {
            cluster.putNode(node("n" + i).zone(i < 150 ? "a" : "b").build());
        }
        List<Integer> ofZoneA = new ArrayList<>();
        Score counting = new Score() {
            @Override
            public String name() {
                return "counting";
            }

            @Override
            public double[] score(Pod pod, Snapshot snapshot, List<NodeState> nodes) {
                ofZoneA.add((int) nodes.stream()
                        .filter(node -> "a".equals(node.node().labels().get(TestNodes.ZONE)))
                        .count());
                return NOTHING;
            }
        };
        FilterAndScorePipeline pipeline = new FilterAndScorePipeline(
                new Profile(
                        "sampling", List.of(), List.of(new Profile.Weighted(counting, 1)), NodeSampling.atMost(100)),
                new Random(5));
        for (int i = 0; i < 20; i++) {
            pipeline.decide(pod, cluster.snapshot());
        }

        // Wherever it begins, every second of a hundred nodes is of zone a.
        assertThat(ofZoneA).hasSize(20).containsOnly(50);
    }

    @Test
    void totalsAreWeightedMeans() {
        cluster.putNode(node("a").build());
        Profile profile = new Profile(
                "two",
                List.of(),
                List.of(
                        new Profile.Weighted(constant("one", 1), 3),
                        new Profile.Weighted(constant("half", 0.5), 1),
                        new Profile.Weighted(silent(), 10)),
                NodeSampling.ALL);

        Decision decision = new FilterAndScorePipeline(profile, new Random(1)).decide(pod, cluster.snapshot());

        // (3 * 1 + 1 * 0.5) / 4; a score with nothing to say does not count
        assertThat(decision.best().get(0).total()).isCloseTo(0.875, within(1e-9));
        assertThat(decision.best().get(0).parts())
                .extracting(ScoredNode.Part::score)
                .containsExactly("one", "half");
    }

    @Test
    void aFullNodeNamesEverythingItLacks() {
        cluster.putNode(node("small").cpu("500m").memory("1Gi").maxPods(0).build());

        Decision decision = stock(1).decide(pod("p").cpu("1").memory("2Gi").build(), cluster.snapshot());

        assertThat(decision.message())
                .isEqualTo("0/1 nodes are available: 1 Insufficient cpu, 1 Insufficient memory, 1 Too many pods.");
    }

    @Test
    void roomThatWasClearedForAnotherPodIsNotTaken() {
        cluster.putNode(node("a").cpu("1").build());
        cluster.putPod(pod("urgent").cpu("1").priority(10).nominatedTo("a").build());

        assertThat(stock(1).decide(pod("late").cpu("1").priority(5).build(), cluster.snapshot())
                        .isPlaced())
                .isFalse();
        assertThat(stock(1).decide(pod("later").cpu("1").priority(20).build(), cluster.snapshot())
                        .node())
                .isEqualTo("a");
        assertThat(stock(1).decide(
                                pod("urgent")
                                        .cpu("1")
                                        .priority(10)
                                        .nominatedTo("a")
                                        .build(),
                                cluster.snapshot())
                        .node())
                .isEqualTo("a");
    }

    @Test
    void aPodThatWaitsForAnotherNodeDoesNotMatter() {
        cluster.putNode(node("a").zone("z").build());
        cluster.putNode(node("b").zone("z").build());
        cluster.putPod(
                pod("urgent").priority(10).label("app", "db").nominatedTo("b").build());
        AffinityTerm noDb = new AffinityTerm(
                LabelSelector.of(List.of(Requirement.in("app", "db"))),
                Set.of("default"),
                LabelSelector.NOTHING,
                TestNodes.ZONE);
        Pod shy = pod("shy")
                .podAffinity(new PodAffinity(List.of(), List.of(noDb), List.of(), List.of()))
                .build();

        // On b the two would meet; on a the other one is not there, and may never come to the zone.
        assertThat(stock(1).decide(shy, cluster.snapshot()).node()).isEqualTo("a");
        cluster.removeNode("a");
        assertThat(stock(1).decide(shy, cluster.snapshot()).message())
                .isEqualTo("0/1 nodes are available: 1 node(s) didn't match pod anti-affinity rules.");
    }

    @Test
    void aPodIsNotPlacedBesideOneWithRoomPromisedThatShunsIt() {
        cluster.putNode(node("a").build());
        AffinityTerm noWeb = new AffinityTerm(
                LabelSelector.of(List.of(Requirement.in("app", "web"))),
                Set.of("default"),
                LabelSelector.NOTHING,
                TestNodes.HOSTNAME);
        cluster.putPod(pod("urgent")
                .priority(10)
                .podAffinity(new PodAffinity(List.of(), List.of(noWeb), List.of(), List.of()))
                .nominatedTo("a")
                .build());

        assertThat(stock(1).decide(pod("p").label("app", "web").build(), cluster.snapshot())
                        .message())
                .isEqualTo("0/1 nodes are available: 1 node(s) didn't satisfy existing pods anti-affinity rules.");
    }

    @Test
    void anExplanationHasEveryNodeAndEveryReason() {
        cluster.putNode(node("good").build());
        cluster.putNode(node("bad").cordoned().cpu("100m").build());

        Explanation explanation =
                new Explainer(BuiltInProfiles.stock(), new Random(1)).explain(pod, cluster.snapshot());

        assertThat(explanation.node()).isEqualTo("good");
        assertThat(explanation.nodes()).extracting(Explanation.Verdict::node).containsExactly("good", "bad");
        assertThat(explanation.nodes().get(1).rejections())
                .extracting(Rejection::filter)
                .containsExactly("NodeUnschedulable", "NodeResourcesFit");
        assertThat(explanation.nodes().get(0).scores())
                .allSatisfy(part -> assertThat(part.value()).isBetween(0.0, 1.0));
    }

    @Test
    void aPodIsExplainedAsIfItWereNotThere() {
        cluster.putNode(node("a").cpu("1").build());
        Pod placed = pod("p").cpu("1").on("a").build();
        cluster.putPod(placed);

        assertThat(new Explainer(BuiltInProfiles.stock(), new Random(1))
                        .explain(placed, cluster.snapshot())
                        .node())
                .isEqualTo("a");
    }

    private static FilterAndScorePipeline stock(long seed) {
        return new FilterAndScorePipeline(BuiltInProfiles.stock(), new Random(seed));
    }

    private static Score constant(String name, double value) {
        return new Score() {
            @Override
            public String name() {
                return name;
            }

            @Override
            public double[] score(Pod pod, Snapshot snapshot, List<NodeState> nodes) {
                double[] values = new double[nodes.size()];
                Arrays.fill(values, value);
                return values;
            }
        };
    }

    private static Score silent() {
        return new Score() {
            @Override
            public String name() {
                return "silent";
            }

            @Override
            public double[] score(Pod pod, Snapshot snapshot, List<NodeState> nodes) {
                return NOTHING;
            }
        };
    }
}
