package dev.edgewise.scheduler.cycle;

import static dev.edgewise.scheduler.testing.TestNodes.node;
import static dev.edgewise.scheduler.testing.TestPods.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.scheduler.cluster.NodeState;
import dev.edgewise.scheduler.cycle.BindException.Cause;
import dev.edgewise.scheduler.model.Resources;
import dev.edgewise.scheduler.profiles.Profiles;
import dev.edgewise.scheduler.queue.QueueCounts;
import dev.edgewise.scheduler.testing.Scenario;
import java.time.Duration;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** What must hold however events, failures and time interleave. */
class CyclePropertyTest {
    private static final int PODS = 30;

    private final Random random = new Random();
    private Scenario scenario;

    @Property(tries = 200)
    void noNodeIsOverfullNoPodIsBoundTwiceAndNoneIsLost(@ForAll long seed) {
        random.setSeed(seed);
        scenario = new Scenario(Profiles.stock(), seed);
        for (int step = 0; step < 150; step++) {
            somethingHappens();
            scenario.state.snapshot().nodes().forEach(this::assertNotOverfull);
            assertThat(scenario.world.bindings).doesNotHaveDuplicates();
        }
        scenario.nodes(node("spacious").cpu("1000"));
        for (int i = 0; i < 10; i++) {
            scenario.runAfter(Duration.ofMinutes(1)).confirm();
        }
        assertThat(scenario.state.pods())
                .allSatisfy(pod -> assertThat(pod.spec().nodeName()).isNotNull());
        assertThat(scenario.queue.counts()).isEqualTo(new QueueCounts(0, 0, 0, 0));
        assertThat(scenario.queue.inFlight()).isZero();
    }

    private void somethingHappens() {
        switch (random.nextInt(8)) {
            case 0 -> scenario.nodes(node("n" + random.nextInt(4)).cpu("2"));
            case 1, 2, 3 -> createOrRepeat("p" + random.nextInt(PODS));
            case 4 -> scenario.gone("p" + random.nextInt(PODS));
            case 5 -> scenario.world.failNextBind(new BindException(Cause.UNAVAILABLE, "timeout"));
            case 6 -> scenario.confirm();
            default -> scenario.runAfter(Duration.ofMillis(random.nextInt(3000)));
        }
    }

    /** A new pod, or news about one that is there; each stay of a name has its own uid. */
    private void createOrRepeat(String name) {
        boolean known =
                scenario.state.pods().stream().anyMatch(pod -> pod.key().name().equals(name));
        if (!known) {
            scenario.world.bindings.remove(name);
            scenario.pods(pod(name)
                    .uid(name + random.nextInt())
                    .cpu(100 + random.nextInt(900) + "m")
                    .priority(0));
        } else {
            scenario.state.pods().stream()
                    .filter(pod -> pod.key().name().equals(name))
                    .toList()
                    .forEach(pod -> scenario.feed.pod(scenario.state.isAssumed(pod.key()) ? pod.unassigned() : pod));
        }
    }

    private void assertNotOverfull(NodeState state) {
        Resources free = state.node().allocatable().minus(state.requested());
        assertThat(free.milliCpu()).isNotNegative();
    }
}
