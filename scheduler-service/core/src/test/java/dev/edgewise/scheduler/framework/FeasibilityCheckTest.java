package dev.edgewise.scheduler.framework;

import static dev.edgewise.scheduler.testing.TestNodes.node;
import static dev.edgewise.scheduler.testing.TestPods.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.testing.TestClock;
import dev.edgewise.scheduler.model.AffinityTerm;
import dev.edgewise.scheduler.model.LabelSelector;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.PodAffinity;
import dev.edgewise.scheduler.model.Requirement;
import dev.edgewise.scheduler.model.SpreadConstraint;
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
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** "What if" in place answers as a cluster would that had truly changed. */
class FeasibilityCheckTest {
    private static final int NODES = 6;
    private static final List<String> APPS = List.of("web", "db", "cache");

    @Test
    void podsThatAreTakenAwayInPlaceAreGoneForEveryFilter() {
        int rejected = 0;
        int helped = 0;
        for (int seed = 0; seed < 600; seed++) {
            Random random = new Random(seed);
            ClusterState cluster = cluster(random);
            Snapshot snapshot = cluster.snapshot();
            Pod incoming = incoming(random);
            NodeState node = snapshot.nodes().get(random.nextInt(NODES));
            List<Pod> leaving =
                    node.pods().stream().filter(pod -> random.nextInt(3) > 0).toList();

            FeasibilityCheck inPlace = FeasibilityCheck.of(BuiltInProfiles.edgewise(), incoming, snapshot);
            Rejection before = inPlace.firstRejection(node);
            leaving.forEach(pod -> inPlace.removed(pod, node.node()));
            Rejection without = inPlace.firstRejection(node.without(leaving));
            leaving.forEach(pod -> inPlace.added(pod, node.node()));

            leaving.forEach(pod -> cluster.removePod(pod.key()));
            NodeState changed = cluster.snapshot().node(node.name());
            assertThat(without)
                    .as("seed %s, %s", seed, incoming)
                    .isEqualTo(FeasibilityCheck.of(BuiltInProfiles.edgewise(), incoming, cluster.snapshot())
                            .firstRejection(changed));
            assertThat(inPlace.firstRejection(node)).isEqualTo(before);
            rejected += before == null ? 0 : 1;
            helped += before != null && without == null ? 1 : 0;
        }
        // The seeds are not all of one kind.
        assertThat(rejected).isBetween(100, 580);
        assertThat(helped).isGreaterThan(30);
    }

    private static ClusterState cluster(Random random) {
        ClusterState cluster = new ClusterState(new TestClock());
        for (int i = 0; i < NODES; i++) {
            cluster.putNode(node("n" + i).cpu("1").zone("z" + i % 3).build());
        }
        IntStream.range(0, NODES).forEach(i -> cluster.change(RttIndex.FACT, rtt -> rtt.with("n" + i, row(i, random))));
        for (int i = 0; i < 20; i++) {
            cluster.putPod(placed(i, random));
        }
        return cluster;
    }

    private static Map<String, Rtt> row(int from, Random random) {
        Map<String, Rtt> row = new HashMap<>();
        for (int to = 0; to < NODES; to++) {
            if (to != from) {
                long micros = 1000L * (1 + random.nextInt(20));
                row.put("n" + to, new Rtt(micros, micros, micros, TestPods.CREATED.toEpochMilli(), Long.MAX_VALUE));
            }
        }
        return row;
    }

    private static Pod placed(int number, Random random) {
        TestPods.Builder pod = pod("p" + number)
                .label("app", APPS.get(random.nextInt(APPS.size())))
                .cpu(100 + random.nextInt(3) * 100 + "m")
                .runningOn("n" + random.nextInt(NODES));
        if (random.nextInt(6) == 0) {
            pod.podAffinity(new PodAffinity(List.of(), List.of(term(random)), List.of(), List.of()));
        }
        if (random.nextInt(8) == 0) {
            pod.terminating();
        }
        if (random.nextInt(8) == 0) {
            pod.hostPort(80);
        }
        return pod.build();
    }

    private static Pod incoming(Random random) {
        TestPods.Builder pod = pod("incoming")
                .label("app", APPS.get(random.nextInt(APPS.size())))
                .cpu("200m");
        switch (random.nextInt(6)) {
            case 0 -> pod.podAffinity(new PodAffinity(List.of(), List.of(term(random)), List.of(), List.of()));
            case 1 -> pod.podAffinity(new PodAffinity(List.of(term(random)), List.of(), List.of(), List.of()));
            case 2 ->
                pod.spread(new SpreadConstraint(
                        1 + random.nextInt(2), TestNodes.ZONE, true, selector(random), 1, true, random.nextBoolean()));
            case 3 ->
                pod.spread(new SpreadConstraint(
                        1, TestNodes.HOSTNAME, true, selector(random), 1, true, random.nextBoolean()));
            case 4 -> pod.hostPort(80);
            default -> pod.label("delay_" + APPS.get(random.nextInt(APPS.size())), "8");
        }
        return pod.build();
    }

    private static AffinityTerm term(Random random) {
        String key = random.nextBoolean() ? TestNodes.ZONE : TestNodes.HOSTNAME;
        return new AffinityTerm(selector(random), Set.of("default"), LabelSelector.NOTHING, key);
    }

    private static LabelSelector selector(Random random) {
        return LabelSelector.of(List.of(Requirement.in("app", APPS.get(random.nextInt(APPS.size())))));
    }
}
