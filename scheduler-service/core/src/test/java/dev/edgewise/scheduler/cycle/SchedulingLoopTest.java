package dev.edgewise.scheduler.cycle;

import static dev.edgewise.scheduler.testing.TestNodes.node;
import static dev.edgewise.scheduler.testing.TestPods.pod;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.edgewise.common.time.Ticker;
import dev.edgewise.scheduler.plugins.BuiltInProfiles;
import dev.edgewise.scheduler.queue.QueueObserver;
import dev.edgewise.scheduler.queue.QueueWaitingTimes;
import dev.edgewise.scheduler.queue.SchedulingQueue;
import dev.edgewise.scheduler.state.ClusterState;
import dev.edgewise.scheduler.testing.RecordingPorts;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SchedulingLoopTest {
    private static final Clock CLOCK = Clock.systemUTC();
    private static final Ticker TICKER = Ticker.system();

    private final ExecutorService binders = Executors.newFixedThreadPool(2);
    private final ConcurrentBindings bindings = new ConcurrentBindings(binders, 2);
    private final RecordingPorts recorded = new RecordingPorts();
    private final ClusterState state = new ClusterState(CLOCK);
    private final SchedulingQueue queue = new SchedulingQueue(TICKER, QueueWaitingTimes.STOCK, QueueObserver.NONE);
    private final LiveClusterFeed feed = new LiveClusterFeed(state, queue, "edgewise"::equals);
    private final CountDownLatch apiServer = new CountDownLatch(1);
    private final SchedulingLoop loop = new SchedulingLoop(queue, cycle(), TICKER, Thread::new);

    @AfterEach
    void end() throws InterruptedException {
        apiServer.countDown();
        loop.stop(Duration.ofSeconds(10));
        binders.shutdownNow();
    }

    @Test
    void decidesNoFurtherThanItsBindingsCanFollow() throws InterruptedException {
        feed.node(node("n1").build());
        for (String name : new String[] {"a", "b", "c"}) {
            feed.pod(pod(name).build());
        }
        loop.start();

        await().until(() -> bindings.inFlight() == 2);
        assertThat(queue.counts().active()).isEqualTo(1);
        apiServer.countDown();
        await().until(() -> state.size().assumed() == 3);
        assertThat(loop.stop(Duration.ofSeconds(10))).isTrue();
        assertThat(recorded.bound).containsOnlyKeys("a", "b", "c");
    }

    @Test
    void showsThatItLivesWhenThereIsNothingToDo() {
        loop.start();
        await().atMost(Duration.ofSeconds(10))
                .pollInterval(Duration.ofMillis(10))
                .until(() -> loop.sinceProgress().toMillis() > 500);
        await().atMost(Duration.ofSeconds(10))
                .pollInterval(Duration.ofMillis(10))
                .until(() -> loop.sinceProgress().toMillis() < 500);
    }

    @Test
    void stoppingWaitsForBindingsOnlySoLong() throws InterruptedException {
        feed.node(node("n1").build());
        feed.pod(pod("a").build());
        loop.start();
        await().until(() -> bindings.inFlight() == 1);

        assertThat(loop.stop(Duration.ofMillis(50))).isFalse();
        assertThat(loop.isRunning()).isFalse();
        assertThat(loop.stop(Duration.ofMillis(50))).isTrue();
    }

    @Test
    void whatIsPausedLeavesItsBindingsAloneAndGoesOnLater() throws InterruptedException {
        feed.node(node("n1").build());
        feed.pod(pod("a").build());
        loop.start();
        await().until(() -> bindings.inFlight() == 1);

        assertThat(loop.pause(Duration.ofSeconds(10))).isTrue();
        feed.pod(pod("b").build());
        assertThat(bindings.inFlight()).isEqualTo(1);
        assertThat(queue.counts().active()).isEqualTo(1);
        apiServer.countDown();
        await().until(() -> bindings.inFlight() == 0);
        assertThat(recorded.bound).containsOnlyKeys("a");

        loop.start();
        await().until(() -> state.size().assumed() == 2);
    }

    private SchedulingCycle cycle() {
        PreBind slow = (assigned, snapshot) -> {
            try {
                apiServer.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        };
        return new SchedulingCycle(
                state,
                queue,
                Map.of("edgewise", BuiltInProfiles.stock()),
                recorded.ports(slow),
                bindings,
                CLOCK,
                TICKER,
                new Random(1));
    }
}
