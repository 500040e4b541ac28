package dev.edgewise.scheduler.plugins.spread;

import static dev.edgewise.scheduler.testing.TestNodes.node;
import static dev.edgewise.scheduler.testing.TestPods.pod;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.edgewise.common.testing.TestClock;
import dev.edgewise.scheduler.framework.Score;
import dev.edgewise.scheduler.model.LabelSelector;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.PodSelectorObjectKey;
import dev.edgewise.scheduler.model.PodSelectorObjectKey.Kind;
import dev.edgewise.scheduler.model.Requirement;
import dev.edgewise.scheduler.model.Requirement.Operator;
import dev.edgewise.scheduler.model.SpreadConstraint;
import dev.edgewise.scheduler.plugins.BuiltInProfiles;
import dev.edgewise.scheduler.state.ClusterState;
import dev.edgewise.scheduler.state.NodeState;
import dev.edgewise.scheduler.state.PodSelectors;
import dev.edgewise.scheduler.state.Snapshot;
import dev.edgewise.scheduler.testing.Scenario;
import dev.edgewise.scheduler.testing.TestNodes;
import dev.edgewise.scheduler.testing.TestPods;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DefaultSpreadTest {
    private static final PodSelectorObjectKey WEB = new PodSelectorObjectKey(Kind.REPLICA_SET, "default", "web-1");
    private static final PodSelectorObjectKey SERVICE = new PodSelectorObjectKey(Kind.SERVICE, "default", "web");

    private final ClusterState state = new ClusterState(new TestClock());

    /** Only default spreading distributes the pods, as the first node is by far the emptiest. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void sixReplicasLandTwoByTwoOnThreeNodes(long seed) {
        Scenario scenario = new Scenario(BuiltInProfiles.stock(), seed)
                .nodes(node("large").cpu("16").memory("64Gi"), node("b"), node("c"));
        scenario.feed.fact(PodSelectors.FACT, all -> all.with(WEB, selector("app", "web")));
        scenario.pods(IntStream.range(0, 6)
                        .mapToObj(i -> replica("p" + i).controlledBy(WEB).cpu("100m"))
                        .toArray(TestPods.Builder[]::new))
                .run();
        assertThat(perNode(scenario)).isEqualTo(Map.of("large", 2L, "b", 2L, "c", 2L));
    }

    /** Zone a has two nodes: four replicas on each node of zone b and c would be as even over nodes. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void aServicesPodsSpreadOverZonesOfDifferentSizes(long seed) {
        Scenario scenario = new Scenario(BuiltInProfiles.stock(), seed)
                .nodes(zoned("a1", "a"), zoned("a2", "a"), zoned("b1", "b"), zoned("c1", "c"));
        scenario.feed.fact(PodSelectors.FACT, all -> all.with(SERVICE, selector("app", "web")));
        scenario.pods(IntStream.range(0, 12)
                        .mapToObj(i -> replica("p" + i).cpu("1m"))
                        .toArray(TestPods.Builder[]::new))
                .run();
        Map<String, Long> nodes = perNode(scenario);
        assertThat(nodes.get("a1") + nodes.get("a2")).isBetween(3L, 5L);
        assertThat(nodes.get("b1")).isBetween(3L, 5L);
        assertThat(nodes.get("c1")).isBetween(3L, 5L);
    }

    /**
     * Calculation: a pod of the node counts ln(3 + 2) = 1.609, one of the zone ln(2 + 2) = 1.386, as nodes without a
     * zone are one zone more; 2 and 4 on top for the allowed skews. a1 and a2: 1.609 + 2 + 2 * 1.386 + 4 = 10.38; bare:
     * 2.
     */
    @Test
    void aNodeWithoutZoneIsJudgedByItsOwnPods() {
        nodes(zoned("a1", "a"), zoned("a2", "a"), node("bare"));
        state.change(PodSelectors.FACT, all -> all.with(SERVICE, selector("app", "web")));
        place(replica("x").on("a1"), replica("y").on("a2"));
        // Rounded: 10, 10 and 2; the best is 100 * (10 + 2 - 2) / 10, the others 100 * (10 + 2 - 10) / 10.
        assertThat(score(replica("p").build())).containsExactly(0.2, 0.2, 1.0);
    }

    @Test
    void whatServicesAndControllerAskForIsJoined() {
        nodes(node("n1"), node("n2"));
        state.change(PodSelectors.FACT, all -> all.with(SERVICE, selector("app", "web")));
        state.change(PodSelectors.FACT, all -> all.with(WEB, selector("pod-template-hash", "1")));
        place(replica("old").label("pod-template-hash", "0").on("n1"));
        Pod next =
                replica("p").label("pod-template-hash", "1").controlledBy(WEB).build();
        assertThat(score(next)).containsExactly(1.0, 1.0);
        place(replica("new").label("pod-template-hash", "1").on("n1"));
        assertThat(score(next)[0]).isLessThan(score(next)[1]);
    }

    /** The watch of ReplicaSets may lag behind that of pods. */
    @Test
    void replicasOfASetThatIsNotSeenYetAreSpread() {
        nodes(node("n1"), node("n2"));
        place(
                replica("old").label("pod-template-hash", "0").on("n2"),
                replica("new").label("pod-template-hash", "1").on("n1"));
        TestPods.Builder next = replica("p").label("pod-template-hash", "1");
        double[] scores = score(next.controlledBy(WEB).build());
        assertThat(scores[0]).isLessThan(scores[1]);
        PodSelectorObjectKey other = new PodSelectorObjectKey(Kind.STATEFUL_SET, "default", "web-1");
        assertThat(score(next.controlledBy(other).build())).isEqualTo(Score.NOTHING);
    }

    /**
     * kube-scheduler merges the labels: a controller that does not select its own pods replaces the labels of Services.
     */
    @Test
    void aReplicationControllersLabelsReplaceThoseOfServices() {
        PodSelectorObjectKey controller = new PodSelectorObjectKey(Kind.REPLICATION_CONTROLLER, "default", "rc");
        nodes(node("n1"), node("n2"));
        state.change(PodSelectors.FACT, all -> all.with(SERVICE, selector("app", "web")));
        state.change(PodSelectors.FACT, all -> all.with(controller, selector("app", "other")));
        place(replica("x").on("n1"), pod("y").label("app", "other").on("n2"));
        double[] scores = score(replica("p").controlledBy(controller).build());
        assertThat(scores[0]).isGreaterThan(scores[1]);
    }

    @Test
    void terminatingPodsAndThoseOfOtherNamespacesDoNotCount() {
        nodes(node("n1"), node("n2"));
        state.change(PodSelectors.FACT, all -> all.with(SERVICE, selector("app", "web")));
        place(
                replica("x").terminating().on("n1"),
                replica("y").namespace("team-a").on("n1"));
        assertThat(score(replica("p").build())).containsExactly(1.0, 1.0);
    }

    @Test
    void aPodWithAConstraintOfItsOwnIsNotSpreadByDefault() {
        nodes(node("n1"), node("n2"));
        state.change(PodSelectors.FACT, all -> all.with(SERVICE, selector("app", "web")));
        place(replica("x").on("n1"));
        SpreadConstraint hard = new SpreadConstraint(1, TestNodes.ZONE, true, selector("app", "web"), 1, true, false);
        assertThat(score(replica("p").spread(hard).build())).isEqualTo(Score.NOTHING);
    }

    @Test
    void whatSelectsNoPodSpreadsNone() {
        nodes(node("n1"));
        state.change(PodSelectors.FACT, all -> all.with(SERVICE, LabelSelector.NOTHING));
        state.change(PodSelectors.FACT, all -> all.with(WEB, LabelSelector.EVERYTHING));
        assertThat(score(replica("p").controlledBy(WEB).build())).isEqualTo(Score.NOTHING);
        state.change(PodSelectors.FACT, all -> all.with(SERVICE, selector("app", "web")));
        assertThat(score(replica("p").build())).hasSize(1);
        state.change(PodSelectors.FACT, all -> all.with(SERVICE, selector("app", "other")));
        assertThat(score(replica("p").build())).isEqualTo(Score.NOTHING);
        state.change(PodSelectors.FACT, all -> all.without(SERVICE));
        state.change(PodSelectors.FACT, all -> all.without(SERVICE));
        assertThat(score(pod("p").label("app", "other").build())).isEqualTo(Score.NOTHING);
    }

    @Test
    void aSelectorMayAskForNoParticularValue() {
        nodes(node("n1"), node("n2"));
        state.change(
                PodSelectors.FACT,
                all -> all.with(WEB, LabelSelector.of(List.of(new Requirement("app", Operator.EXISTS, List.of())))));
        place(replica("x").on("n2"));
        double[] scores = score(replica("p").controlledBy(WEB).build());
        // ln(2 + 2) + 2 = 3.39 and 2 with one pod and none; no zone: nothing on top. 100 * (3 + 2 - 3) / 3 = 66.
        assertThat(scores[0]).isEqualTo(1.0);
        assertThat(scores[1]).isCloseTo(0.66, within(1e-9));
    }

    private static TestPods.Builder replica(String name) {
        return pod(name).label("app", "web");
    }

    private static TestNodes.Builder zoned(String name, String zone) {
        return node(name).zone(zone);
    }

    private static LabelSelector selector(String key, String value) {
        return LabelSelector.of(List.of(Requirement.in(key, value)));
    }

    private void nodes(TestNodes.Builder... nodes) {
        for (TestNodes.Builder node : nodes) {
            state.putNode(node.build());
        }
    }

    private void place(TestPods.Builder... pods) {
        for (TestPods.Builder pod : pods) {
            state.putPod(pod.build());
        }
    }

    private double[] score(Pod pod) {
        Snapshot snapshot = state.snapshot();
        List<NodeState> nodes = new ArrayList<>(snapshot.nodes());
        return new SoftSpread().score(pod, snapshot, nodes);
    }

    private static Map<String, Long> perNode(Scenario scenario) {
        return new TreeMap<>(scenario.recorded.bound.values().stream()
                .collect(Collectors.groupingBy(name -> name, Collectors.counting())));
    }
}
