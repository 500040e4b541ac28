package dev.edgewise.scheduler.cycle;

import static dev.edgewise.scheduler.testing.TestNodes.node;
import static dev.edgewise.scheduler.testing.TestPods.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.scheduler.cycle.BindException.Cause;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.Resources;
import dev.edgewise.scheduler.plugins.BuiltInProfiles;
import dev.edgewise.scheduler.queue.QueueCounts;
import dev.edgewise.scheduler.state.NodeState;
import dev.edgewise.scheduler.testing.Scenario;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Invariants of the cycle, however events, failures and time interleave. */
class CyclePropertyTest {
    private static final int PODS = 30;

    private final Random random = new Random();
    private Scenario scenario;
    private int created;

    @Property(tries = 200, seed = "12")
    void noNodeIsOverfullNoPodIsBoundTwiceAndNoneIsLost(@ForAll long seed) {
        random.setSeed(seed);
        scenario = new Scenario(BuiltInProfiles.stock(), seed);
        for (int step = 0; step < 150; step++) {
            somethingHappens();
            scenario.state.snapshot().nodes().forEach(this::assertNotOverfull);
            assertThat(scenario.recorded.bindings).doesNotHaveDuplicates();
        }
        scenario.nodes(node("spacious").cpu("1000"));
        for (int i = 0; i < 10; i++) {
            scenario.runAfter(Duration.ofMinutes(1)).confirm();
        }
        assertThat(scenario.state.pods())
                .allSatisfy(pod -> assertThat(scenario.recorded.bindings).contains(pod.uid()));
        assertThat(scenario.state.size().assumed()).isZero();
        assertThat(scenario.queue.counts()).isEqualTo(new QueueCounts(0, 0, 0, 0));
        assertThat(scenario.queue.inFlight()).isZero();
    }

    private void somethingHappens() {
        switch (random.nextInt(9)) {
            case 0 -> scenario.nodes(node("n" + random.nextInt(4)).cpu("2"));
            case 1, 2, 3 -> createOrRepeat("p" + random.nextInt(PODS));
            case 4 -> scenario.gone("p" + random.nextInt(PODS));
            case 5 -> scenario.recorded.failNextBind(new BindException(Cause.UNAVAILABLE, "timeout"));
            case 6 -> scenario.confirm();
            case 7 -> create("p" + random.nextInt(PODS));
            default -> scenario.runAfter(Duration.ofMillis(random.nextInt(3000)));
        }
    }

    private void createOrRepeat(String name) {
        List<Pod> known = scenario.state.pods().stream()
                .filter(pod -> pod.key().name().equals(name))
                .toList();
        if (known.isEmpty()) {
            create(name);
        }
        known.forEach(pod -> scenario.feed.pod(scenario.state.isAssumed(pod.key()) ? pod.unassigned() : pod));
    }

    /**
     * Creates another pod under that name, with its own uid; it replaces one whose deletion the watch did not report.
     */
    private void create(String name) {
        scenario.pods(pod(name).uid(name + "-" + ++created).cpu(100 + random.nextInt(900) + "m"));
    }

    private void assertNotOverfull(NodeState state) {
        Resources free = state.node().allocatable().minus(state.requested());
        assertThat(free.milliCpu()).isNotNegative();
    }
}
