package dev.edgewise.scheduler.plugins.delay;

import static dev.edgewise.scheduler.testing.TestNodes.node;
import static dev.edgewise.scheduler.testing.TestPods.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.signal.Percentile;
import dev.edgewise.common.testing.TestClock;
import dev.edgewise.scheduler.framework.Decision;
import dev.edgewise.scheduler.framework.FeasibilityCheck;
import dev.edgewise.scheduler.framework.FilterAndScorePipeline;
import dev.edgewise.scheduler.framework.ReasonCounts;
import dev.edgewise.scheduler.framework.Rejection;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.plugins.BuiltInProfiles;
import dev.edgewise.scheduler.signals.rtt.Rtt;
import dev.edgewise.scheduler.signals.rtt.RttIndex;
import dev.edgewise.scheduler.signals.rtt.RttQualityRequirements;
import dev.edgewise.scheduler.state.ClusterState;
import dev.edgewise.scheduler.state.NodeState;
import dev.edgewise.scheduler.state.Snapshot;
import dev.edgewise.scheduler.testing.TestPods;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The index of all origins answers as asking each origin's row would, whatever is known of the ways. */
class ReferenceDistancesTest {
    private static final int NODES = 12;
    private static final List<RttQualityRequirements> QUALITIES = List.of(
            RttQualityRequirements.of(Percentile.P50),
            new RttQualityRequirements(Percentile.P50, 0.25, 0, Long.MIN_VALUE),
            new RttQualityRequirements(Percentile.P95, 0.25, 20, Long.MIN_VALUE),
            new RttQualityRequirements(Percentile.P99, 0.5, 100, 500));

    @Test
    void theIndexAnswersAsEveryOriginWould() {
        for (int seed = 0; seed < 500; seed++) {
            Random random = new Random(seed);
            Snapshot snapshot = cluster(random).snapshot();
            for (RttQualityRequirements quality : QUALITIES) {
                DelayNeed need = new DelayNeed("web", 1000L * random.nextInt(12), quality);
                DelayReference reference = DelayReference.resolve(need, pod("p").build(), snapshot);
                ReferenceDistances distances = new ReferenceDistances(reference, need);
                for (NodeState node : snapshot.nodes()) {
                    check(distances, reference, need, node.name(), seed);
                }
            }
        }
    }

    private static void check(
            ReferenceDistances distances, DelayReference reference, DelayNeed need, String node, int seed) {
        long expected = ReferenceDistances.UNKNOWN;
        UnmetDelayNeedReason obstacle = UnmetDelayNeedReason.UNKNOWN;
        boolean undecided = false;
        for (DelayReference.Origin origin : reference.origins()) {
            Rtt rtt = origin.row() == null ? null : origin.row().to(node);
            expected = Math.min(expected, origin.node().equals(node) ? 0 : time(rtt, need.quality()));
            UnmetDelayNeedReason of = UnmetDelayNeedReason.of(rtt, need);
            obstacle = of.compareTo(obstacle) < 0 ? of : obstacle;
            undecided |= rtt != null && rtt.mayBeWithin(need.micros(), need.quality());
        }
        assertThat(distances.to(node))
                .as("seed %s, node %s, %s", seed, node, need)
                .isEqualTo(expected);
        if (expected > need.micros()) {
            assertThat(distances.obstacle(node))
                    .as("seed %s, node %s, %s", seed, node, need)
                    .isEqualTo(obstacle);
            assertThat(distances.undecided(node) != null).isEqualTo(undecided);
        }
    }

    private static long time(@Nullable Rtt rtt, RttQualityRequirements quality) {
        return rtt == null || rtt.flaw(quality) != null ? ReferenceDistances.UNKNOWN : rtt.micros(quality.percentile());
    }

    @Test
    void whatIsCountedIsWhatAWalkOverAllNodesFinds() {
        for (int seed = 0; seed < 500; seed++) {
            Random random = new Random(seed);
            ClusterState cluster = cluster(random);
            if (random.nextBoolean()) {
                cluster.removeNode("n" + random.nextInt(NODES));
            }
            Snapshot snapshot = cluster.snapshot();
            Pod pod = fitsNowhere(random);
            ReasonCounts walked = new ReasonCounts();
            FeasibilityCheck feasibility = FeasibilityCheck.of(BuiltInProfiles.edgewise(), pod, snapshot);
            for (NodeState node : snapshot.nodes()) {
                Rejection rejection = feasibility.firstRejection(node);
                assertThat(rejection).isNotNull();
                walked.add(rejection);
            }

            Decision decision = new FilterAndScorePipeline(BuiltInProfiles.edgewise(), new SplittableRandom(seed))
                    .decide(pod, snapshot);
            assertThat(decision.message())
                    .as("seed %s", seed)
                    .isEqualTo(walked.message(snapshot.nodes().size()));
        }
    }

    private static Pod fitsNowhere(Random random) {
        TestPods.Builder pod = pod("p").cpu("100")
                .label("delay_web", Integer.toString(random.nextInt(12)))
                .annotation("edgewise.dev/delay", random.nextBoolean() ? "p50" : "p95");
        return random.nextBoolean()
                ? pod.build()
                : pod.label("delay_n1", Integer.toString(random.nextInt(12))).build();
    }

    private static ClusterState cluster(Random random) {
        ClusterState cluster = new ClusterState(new TestClock());
        for (int i = 0; i < NODES; i++) {
            cluster.putNode(node("n" + i).cpu("4").build());
        }
        for (int i = 0; i < 1 + random.nextInt(5); i++) {
            cluster.putPod(pod("web-" + i)
                    .workload("web")
                    .runningOn("n" + random.nextInt(NODES))
                    .build());
        }
        for (int from = 0; from < NODES; from++) {
            if (random.nextInt(5) > 0) {
                Map<String, Rtt> row = row(from, random);
                String name = "n" + from;
                cluster.change(RttIndex.FACT, rtt -> rtt.with(name, row));
            }
        }
        return cluster;
    }

    private static Map<String, Rtt> row(int from, Random random) {
        boolean plain = random.nextBoolean();
        Map<String, Rtt> row = new HashMap<>();
        for (int to = 0; to < NODES + 2; to++) {
            if (to != from && random.nextInt(3) > 0) {
                row.put("n" + to, plain ? measured(random, 0, 1000, 1000) : any(random));
            }
        }
        return row;
    }

    private static Rtt any(Random random) {
        return switch (random.nextInt(6)) {
            case 0 -> measured(random, 1, 1000, 1000);
            case 1 -> measured(random, 0.4f, 1000, 1000);
            case 2 -> measured(random, 0, random.nextInt(30), 1000);
            case 3 -> measured(random, 0, 1000, random.nextInt(1000));
            case 4 -> {
                long lower = 1000L * random.nextInt(10);
                yield Rtt.estimated(new Rtt.Estimate(lower + 500, lower, 85), lower + 3000, 1000, 2000);
            }
            default -> measured(random, 0, 1000, 1000);
        };
    }

    private static Rtt measured(Random random, float loss, int samples, long observedAt) {
        long micros = 1000L * (1 + random.nextInt(12));
        return new Rtt(micros, micros * 2, micros * 3, loss, samples, observedAt, 2000, null);
    }
}
