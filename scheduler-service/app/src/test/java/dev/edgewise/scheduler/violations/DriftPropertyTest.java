package dev.edgewise.scheduler.violations;

import static dev.edgewise.scheduler.testing.TestNodes.node;
import static dev.edgewise.scheduler.testing.TestPods.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.testing.ManualTicker;
import dev.edgewise.common.testing.TestClock;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.PodStatus.Phase;
import dev.edgewise.scheduler.plugins.delay.BoundPodDelayCheck;
import dev.edgewise.scheduler.plugins.delay.BrokenDelayNeed;
import dev.edgewise.scheduler.plugins.delay.DelayRules;
import dev.edgewise.scheduler.signals.rtt.Rtt;
import dev.edgewise.scheduler.signals.rtt.RttIndex;
import dev.edgewise.scheduler.state.ClusterState;
import dev.edgewise.scheduler.state.NodeState;
import dev.edgewise.scheduler.state.Snapshot;
import dev.edgewise.scheduler.testing.TestPods;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Random changes of times, pods, workloads and nodes, and of the clock. */
class DriftPropertyTest {
    private static final Duration LONG = Duration.ofDays(1);
    private static final int NODES = 5;

    private final TestClock clock = new TestClock();
    private final ClusterState state = new ClusterState(clock);
    private final BoundPodDelayCheck needs = new BoundPodDelayCheck(DelayRules.DEFAULT);
    private final ViolationTracker drift = new ViolationTracker(needs, pod -> true, new ManualTicker());

    private Snapshot snapshot() {
        return state.snapshot().at(clock.instant());
    }

    @Property(seed = "5", tries = 300)
    void theIndexKnowsWhatJudgingEveryPodAnewWouldFind(@ForAll @IntRange(max = 1_000_000) int seed) {
        DriftPropertyTest changing = new DriftPropertyTest();
        Random random = new Random(seed);
        for (int i = 0; i < NODES; i++) {
            changing.state.putNode(node("n" + i).build());
        }
        for (int step = 0; step < 80; step++) {
            changing.change(random);
            if (random.nextInt(3) == 0) {
                changing.drift.refresh(changing.snapshot(), random.nextBoolean() ? LONG : Duration.ZERO);
            }
        }
        changing.drift.refresh(changing.snapshot(), LONG);
        assertThat(changing.found()).isEqualTo(changing.recomputed());
    }

    private Map<String, BrokenDelayNeed> found() {
        Map<String, BrokenDelayNeed> found = new HashMap<>();
        drift.violations().forEach(violation -> found.put(violation.pod().uid(), violation.need()));
        return found;
    }

    private Map<String, BrokenDelayNeed> recomputed() {
        Snapshot snapshot = snapshot();
        Map<String, BrokenDelayNeed> found = new HashMap<>();
        for (NodeState node : snapshot.nodes()) {
            for (Pod pod : node.pods()) {
                BrokenDelayNeed broken = pod.terminating() ? null : needs.worst(pod, snapshot);
                if (broken != null) {
                    found.put(pod.uid(), broken);
                }
            }
        }
        return found;
    }

    private void change(Random random) {
        String node = "n" + random.nextInt(NODES);
        switch (random.nextInt(8)) {
            case 0 -> clock.advance(Duration.ofSeconds(random.nextInt(100)));
            case 1 -> state.removeNode(node);
            case 2, 3 -> state.putNode(node(node).build());
            case 4 -> state.change(RttIndex.FACT, rtt -> rtt.with(node, row(random)));
            case 5 -> state.removePod(pod("p" + random.nextInt(8)).build().key());
            default -> state.putPod(somePod(random, node));
        }
    }

    private Pod somePod(Random random, String node) {
        String name = "p" + random.nextInt(8);
        TestPods.Builder pod = pod(name).uid(name + "-" + random.nextInt(3)).workload("w" + random.nextInt(3));
        for (int need = 0; need < random.nextInt(3); need++) {
            String reference = random.nextBoolean() ? "w" + random.nextInt(4) : "n" + random.nextInt(NODES);
            pod.label("delay_" + reference, Integer.toString(random.nextInt(30)));
        }
        if (random.nextInt(4) == 0) {
            pod.annotation("edgewise.dev/delay", "p95");
        }
        if (random.nextInt(8) == 0) {
            pod.terminating();
        }
        return pod.phase(random.nextInt(3) > 0 ? Phase.RUNNING : Phase.PENDING)
                .on(node)
                .build();
    }

    private Map<String, Rtt> row(Random random) {
        Map<String, Rtt> row = new HashMap<>();
        for (int to = 0; to < NODES; to++) {
            if (random.nextInt(4) > 0) {
                row.put("n" + to, anyTime(random));
            }
        }
        return row;
    }

    private Rtt anyTime(Random random) {
        long micros = 1000L * random.nextInt(40);
        long now = clock.millis();
        long until = now + 1000L * random.nextInt(300);
        return switch (random.nextInt(5)) {
            case 0 -> new Rtt(micros, micros, micros, 1, 20, now, until, null);
            case 1 -> new Rtt(micros, micros, micros, 0.5f, 20, now, until, null);
            case 2 -> Rtt.estimated(new Rtt.Estimate(micros, micros / 2, 85), micros * 2, now, until);
            default -> new Rtt(micros, micros * 2, micros * 3, 0, random.nextInt(40), now, until, null);
        };
    }
}
