package dev.edgewise.scheduler.framework;

import static dev.edgewise.scheduler.testing.TestNodes.node;
import static dev.edgewise.scheduler.testing.TestPods.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.testing.TestClock;
import dev.edgewise.scheduler.model.Node;
import dev.edgewise.scheduler.model.NodeAffinity;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.Taint;
import dev.edgewise.scheduler.model.Toleration;
import dev.edgewise.scheduler.plugins.BuiltInProfiles;
import dev.edgewise.scheduler.signals.rtt.Rtt;
import dev.edgewise.scheduler.signals.rtt.RttIndex;
import dev.edgewise.scheduler.state.ClusterState;
import dev.edgewise.scheduler.state.NodeState;
import dev.edgewise.scheduler.state.Snapshot;
import dev.edgewise.scheduler.testing.TestNodes;
import dev.edgewise.scheduler.testing.TestPods;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Counts by index equal the counts of a walk over all nodes. */
class DiagnosisTest {
    private static final int NODES = 20;

    @Test
    void aPodWithoutANodeIsToldWhatEachNodeWouldSay() {
        int counted = 0;
        int asked = 0;
        int placed = 0;
        for (int seed = 0; seed < 2_000; seed++) {
            Random random = new Random(seed);
            Snapshot snapshot = changed(cluster(random), random);
            Pod pod = incoming(random);
            NodeSearchResult search =
                    new FilterAndScorePipeline(BuiltInProfiles.edgewise(), new Random(seed)).search(pod, snapshot);
            Diagnosis each = walk(pod, snapshot);
            if (each == null) {
                assertThat(search.decision().isPlaced()).as("seed %s", seed).isTrue();
                placed++;
                continue;
            }
            Decision decision = search.decision();
            assertThat(decision.message())
                    .as("seed %s", seed)
                    .isEqualTo(each.reasons().message(NODES));
            assertThat(decision.reasons())
                    .as("seed %s", seed)
                    .isEqualTo(each.reasons().counts());
            assertThat(decision.rejectedBy())
                    .as("seed %s", seed)
                    .isEqualTo(each.reasons().filters());
            assertThat(search.refusal().resolvable())
                    .as("seed %s", seed)
                    .containsExactlyInAnyOrderElementsOf(each.resolvable());
            boolean byIndex = new Diagnosis()
                    .countByIndex(snapshot, FeasibilityCheck.of(BuiltInProfiles.edgewise(), pod, snapshot));
            counted += byIndex ? 1 : 0;
            asked += byIndex ? 0 : 1;
        }
        // The seeds are not all of one kind.
        assertThat(counted).isGreaterThan(200);
        assertThat(asked).isGreaterThan(200);
        assertThat(placed).isGreaterThan(200);
    }

    /** Asks every node; null if one is feasible. */
    private static @Nullable Diagnosis walk(Pod pod, Snapshot snapshot) {
        FeasibilityCheck feasibility = FeasibilityCheck.of(BuiltInProfiles.edgewise(), pod, snapshot);
        Diagnosis refusal = new Diagnosis();
        for (NodeState node : snapshot.nodes()) {
            Rejection rejection = feasibility.firstRejection(node);
            if (rejection == null) {
                return null;
            }
            refusal.add(node, rejection);
        }
        return refusal;
    }

    private static ClusterState cluster(Random random) {
        ClusterState cluster = new ClusterState(new TestClock());
        for (int i = 0; i < NODES; i++) {
            cluster.putNode(anyNode(i, random));
        }
        cluster.change(RttIndex.FACT, rtt -> rtt.with("n0", row(random)));
        boolean areFull = random.nextInt(3) == 0;
        for (int i = 0; i < NODES && areFull; i++) {
            cluster.putPod(pod("full" + i).cpu("3").runningOn("n" + i).build());
        }
        int pods = random.nextInt(2 * NODES);
        for (int i = 0; i < pods; i++) {
            cluster.putPod(placed(i, random));
        }
        if (random.nextInt(6) == 0) {
            cluster.putPod(pod("urgent")
                    .priority(10)
                    .memory("8Gi")
                    .nominatedTo(any(random))
                    .build());
        }
        return cluster;
    }

    /** Changes the state at random: indexes kept with the state must follow. */
    private static Snapshot changed(ClusterState cluster, Random random) {
        int changes = random.nextInt(2 * NODES);
        for (int i = 0; i < changes; i++) {
            switch (random.nextInt(4)) {
                case 0 ->
                    cluster.removePod(
                            pod("p" + random.nextInt(2 * NODES)).build().key());
                case 1 -> cluster.putPod(placed(100 + i, random));
                case 2 -> cluster.putNode(anyNode(random.nextInt(NODES), random));
                default -> cluster.snapshot();
            }
        }
        if (random.nextInt(4) == 0) {
            cluster.removeNode("n7");
            cluster.putNode(anyNode(7, random));
        }
        Snapshot snapshot = cluster.snapshot();
        return random.nextInt(4) == 0 ? snapshot.placing(placed(99, random), null) : snapshot;
    }

    private static Node anyNode(int number, Random random) {
        TestNodes.Builder node = node("n" + number).zone("z" + number % 3);
        switch (random.nextInt(60)) {
            case 0, 1, 2 -> node.cordoned();
            case 3, 4, 5 -> node.taint("gateway", "", Taint.Effect.NO_SCHEDULE).cpu("8");
            case 6 -> node.maxPods(2);
            default -> node.memory("9Gi");
        }
        return node.build();
    }

    private static Map<String, Rtt> row(Random random) {
        Map<String, Rtt> row = new HashMap<>();
        for (int to = 1; to < NODES - 1; to++) {
            long micros = 1000L * (1 + random.nextInt(12));
            row.put("n" + to, new Rtt(micros, micros, micros, TestPods.CREATED.toEpochMilli(), Long.MAX_VALUE));
        }
        return row;
    }

    private static Pod placed(int number, Random random) {
        return pod("p" + number)
                .cpu(random.nextInt(8) * 100 + "m")
                .memory(random.nextInt(30) == 0 ? "6Gi" : "100Mi")
                .runningOn(any(random))
                .build();
    }

    /** Creates a pod; most request more CPU than an open node has. */
    private static Pod incoming(Random random) {
        TestPods.Builder pod = pod("incoming")
                .cpu(List.of("6", "6", "5", "3900m", "100").get(random.nextInt(5)))
                .memory(List.of("0", "0", "1Gi", "5Gi", "20Gi").get(random.nextInt(5)));
        if (random.nextInt(3) == 0) {
            pod.label("delay_n0", Integer.toString(random.nextInt(12)));
        }
        switch (random.nextInt(8)) {
            case 0 -> pod.toleration(new Toleration("gateway", Toleration.Operator.EXISTS, "", null));
            case 1 -> pod.scalar("x.y/gpu", 1);
            case 2 -> pod.nodeAffinity(new NodeAffinity(Map.of(TestNodes.ZONE, "z1"), List.of(), List.of()));
            case 3 -> pod.hostPort(80);
            default -> {}
        }
        return pod.build();
    }

    private static String any(Random random) {
        return "n" + random.nextInt(NODES);
    }
}
