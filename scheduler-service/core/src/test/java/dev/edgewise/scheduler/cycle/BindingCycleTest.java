package dev.edgewise.scheduler.cycle;

import static dev.edgewise.scheduler.testing.TestNodes.node;
import static dev.edgewise.scheduler.testing.TestPods.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.testing.ManualTicker;
import dev.edgewise.common.testing.TestClock;
import dev.edgewise.scheduler.cycle.BindException.Cause;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.plugins.BuiltInProfiles;
import dev.edgewise.scheduler.queue.QueueObserver;
import dev.edgewise.scheduler.queue.QueueWaitingTimes;
import dev.edgewise.scheduler.queue.SchedulingQueue;
import dev.edgewise.scheduler.state.ClusterState;
import dev.edgewise.scheduler.state.Snapshot;
import dev.edgewise.scheduler.testing.RecordingPorts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Resources taken with the decision are given back, whatever keeps the pod from being bound. */
class BindingCycleTest {
    private final TestClock clock = new TestClock();
    private final ClusterState state = new ClusterState(clock);
    private final ManualTicker ticker = new ManualTicker();
    private final SchedulingQueue queue = new SchedulingQueue(ticker, QueueWaitingTimes.STOCK, QueueObserver.NONE);
    private final RecordingPorts recorded = new RecordingPorts();
    private final Preparation preparation = new Preparation();
    private final List<Runnable> bindings = new ArrayList<>();

    @Test
    void aBoundPodKeepsWhatItTook() throws InterruptedException {
        decide();
        bindings.forEach(Runnable::run);
        assertThat(preparation.steps).containsExactly("reserve", "prepare", "bound");
    }

    @Test
    void aPreparationThatFailsIsTakenBack() throws InterruptedException {
        preparation.failure = new BindException(Cause.NODE_FAILED, "no volume");
        decide();
        bindings.forEach(Runnable::run);
        assertThat(preparation.steps).containsExactly("reserve", "prepare", "unreserve");
        assertThat(recorded.failures).containsExactly("a: no volume");
        assertThat(recorded.refusing).containsExactly("n1");
    }

    @Test
    void whatTheApiServerRefusesIsNoFaultOfTheNode() throws InterruptedException {
        recorded.failNextBind(new BindException(Cause.REFUSED, "denied by a policy"));
        decide();
        bindings.forEach(Runnable::run);
        assertThat(recorded.failures).containsExactly("a: denied by a policy");
        assertThat(recorded.refusing).isEmpty();
    }

    @Test
    void aBindingThatFailsIsTakenBack() throws InterruptedException {
        recorded.failNextBind(new BindException(Cause.UNAVAILABLE, "no answer"));
        decide();
        bindings.forEach(Runnable::run);
        assertThat(preparation.steps).containsExactly("reserve", "prepare", "unreserve");
        assertThat(recorded.failures).containsExactly("a: no answer");
        assertThat(recorded.refusing).as("no node's fault").isEmpty();
    }

    /** The pod was asked before a delayed binding was carried out, and the watch was faster than the answer. */
    @Test
    void aBindingThatIsSeenBeforeItIsGivenUpIsNoFailure() throws InterruptedException {
        recorded.failNextBind(new BindException(Cause.UNAVAILABLE, "no answer; the pod is not bound"));
        decide();
        state.putPod(pod("a").on("n1").build());
        bindings.forEach(Runnable::run);
        assertThat(preparation.steps).containsExactly("reserve", "prepare", "bound");
        assertThat(recorded.announced).containsExactly("a");
        assertThat(recorded.failures).isEmpty();
    }

    @Test
    void theNodeOfAPodThatWaitsBeforeItIsBoundIsNominated() throws InterruptedException {
        preparation.slow = true;
        preparation.meanwhile = () -> assertThat(recorded.nominated).containsEntry("a", "n1");
        decide();
        assertThat(recorded.nominated).as("before the binding cycle").isEmpty();
        bindings.forEach(Runnable::run);
        assertThat(preparation.steps).containsExactly("reserve", "prepare", "bound");
    }

    @Test
    void theNominationEndsWithABindingThatFails() throws InterruptedException {
        preparation.slow = true;
        preparation.failure = new BindException(Cause.NODE_FAILED, "no volume");
        decide();
        bindings.forEach(Runnable::run);
        state.putPod(pod("a").nominatedTo("n1").build());

        assertThat(recorded.nominated).isEmpty();
        assertThat(state.snapshot().hasNominations())
                .as("though it is shown late")
                .isFalse();
    }

    @Test
    void aPodThatIsBoundAtOnceIsNotNominatedBefore() throws InterruptedException {
        preparation.meanwhile = () -> assertThat(recorded.nominated).isEmpty();
        decide();
        bindings.forEach(Runnable::run);
        assertThat(recorded.nominated).isEmpty();
    }

    /** Otherwise its volumes would stay reserved for that node. */
    @Test
    void whatALeaderTookIsGivenBackThoughItLeadsNoMoreWhenTheBindingBegins() throws InterruptedException {
        decide();
        recorded.gate = false;
        bindings.forEach(Runnable::run);
        assertThat(preparation.steps).containsExactly("reserve", "unreserve");
    }

    private void decide() throws InterruptedException {
        state.putNode(node("n1").build());
        Pod pod = pod("a").build();
        state.putPod(pod);
        queue.put(pod);
        new SchedulingCycle(
                        state,
                        queue,
                        Map.of("edgewise", BuiltInProfiles.stock()),
                        recorded.ports(preparation),
                        new ConcurrentBindings(bindings::add, 64),
                        clock,
                        ticker,
                        new Random(1))
                .run(queue.take(Duration.ZERO));
    }

    private static final class Preparation implements PreBind {
        final List<String> steps = new ArrayList<>();
        BindException failure;
        boolean slow;
        Runnable meanwhile = () -> {};

        @Override
        public boolean willWait(Pod assigned) {
            return slow;
        }

        @Override
        public void reserve(Pod assigned) {
            steps.add("reserve");
        }

        @Override
        public void prepare(Pod assigned, Snapshot snapshot) throws BindException {
            steps.add("prepare");
            meanwhile.run();
            if (failure != null) {
                throw failure;
            }
        }

        @Override
        public void unreserve(Pod assigned) {
            steps.add("unreserve");
        }

        @Override
        public void bound(Pod assigned) {
            steps.add("bound");
        }
    }
}
