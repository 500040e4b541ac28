package dev.edgewise.scheduler.violations;

import static dev.edgewise.scheduler.testing.TestNodes.node;
import static dev.edgewise.scheduler.testing.TestPods.pod;

import dev.edgewise.common.time.Ticker;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.plugins.delay.BoundPodDelayCheck;
import dev.edgewise.scheduler.plugins.delay.DelayRules;
import dev.edgewise.scheduler.signals.rtt.Rtt;
import dev.edgewise.scheduler.signals.rtt.RttIndex;
import dev.edgewise.scheduler.state.ClusterState;
import dev.edgewise.scheduler.state.Snapshot;
import dev.edgewise.scheduler.testing.TestPods;
import dev.edgewise.testkit.LiveHeap;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.function.IntToLongFunction;

/** To be run by hand: the processor time of checks in a large cluster. Arguments: nodes and pods, such as {@code 5000 150000}. */
final class DriftFigures {
    private static final ThreadMXBean PROCESSOR = ManagementFactory.getThreadMXBean();
    private static final int ROUNDS = 200;
    private static final int WORKLOADS = 2_000;
    private static final Duration LONG = Duration.ofHours(1);

    private final int nodes;
    private final int pods;
    private final Random random = new Random(1);
    private final ClusterState state = new ClusterState(Clock.systemUTC());
    private final ViolationTracker drift =
            new ViolationTracker(new BoundPodDelayCheck(DelayRules.DEFAULT), each -> true, Ticker.system());

    private DriftFigures(int nodes, int pods) {
        this.nodes = nodes;
        this.pods = pods;
    }

    public static void main(String[] arguments) {
        new DriftFigures(Integer.parseInt(arguments[0]), Integer.parseInt(arguments[1])).run();
    }

    private void run() {
        for (int i = 0; i < nodes; i++) {
            state.putNode(node("n" + i).cpu("64").build());
        }
        for (int i = 0; i < nodes; i++) {
            row(i);
        }
        for (int i = 0; i < pods; i++) {
            state.putPod(somePod(i));
        }
        long before = LiveHeap.bytes();
        report("all pods, once", 1, round -> refresh());
        System.out.printf("kept: %.1f MB%n", (LiveHeap.bytes() - before) / 1e6);
        report("nothing has changed", ROUNDS, round -> refresh());
        report("one row has changed", ROUNDS, round -> {
            row(random.nextInt(nodes));
            return refresh();
        });
        report("one pod of a workload has moved", ROUNDS, round -> {
            state.putPod(somePod(random.nextInt(WORKLOADS)));
            return refresh();
        });
        report("all rows have changed", 5, round -> {
            for (int i = 0; i < nodes; i++) {
                row(i);
            }
            return refresh();
        });
        System.out.println(drift.violations().size() + " of " + pods + " pods are out of their needs");
    }

    /** Four of five refer to a node, the others to a workload. */
    private Pod somePod(int number) {
        TestPods.Builder pod = pod("p" + number).workload("w" + number % WORKLOADS);
        String reference = number % 5 > 0 ? "n" + random.nextInt(nodes) : "w" + random.nextInt(WORKLOADS);
        return pod.label("delay_" + reference, Integer.toString(20 + random.nextInt(60)))
                .runningOn("n" + random.nextInt(nodes))
                .build();
    }

    private void row(int from) {
        long now = System.currentTimeMillis();
        Map<String, Rtt> row = new HashMap<>();
        for (int to = 0; to < nodes; to++) {
            long micros = 1_000L + random.nextInt(80_000);
            row.put("n" + to, new Rtt(micros, 2 * micros, 3 * micros, now, now + 600_000));
        }
        state.change(RttIndex.FACT, rtt -> rtt.with("n" + from, row));
    }

    /** The processor time that it takes, in ns. */
    private long refresh() {
        Snapshot snapshot = state.snapshot();
        long begun = PROCESSOR.getCurrentThreadCpuTime();
        judged += drift.refresh(snapshot, LONG);
        return PROCESSOR.getCurrentThreadCpuTime() - begun;
    }

    private long judged;

    private void report(String what, int rounds, IntToLongFunction round) {
        judged = 0;
        long[] took = new long[rounds];
        for (int i = 0; i < rounds; i++) {
            took[i] = round.applyAsLong(i);
        }
        Arrays.sort(took);
        System.out.printf(
                "%s: %.2f ms (median of %d), %.2f ms at most; %d pods judged each%n",
                what, took[rounds / 2] / 1e6, rounds, took[rounds - 1] / 1e6, judged / rounds);
    }
}
