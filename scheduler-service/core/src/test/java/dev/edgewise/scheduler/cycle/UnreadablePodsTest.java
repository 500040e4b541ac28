package dev.edgewise.scheduler.cycle;

import static dev.edgewise.scheduler.testing.TestNodes.node;
import static dev.edgewise.scheduler.testing.TestPods.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.testing.ManualTicker;
import dev.edgewise.scheduler.cycle.SchedulerConflictDetector.ConflictListener;
import dev.edgewise.scheduler.queue.QueueObserver;
import dev.edgewise.scheduler.queue.QueueWaitingTimes;
import dev.edgewise.scheduler.queue.SchedulingQueue;
import dev.edgewise.scheduler.state.ClusterState;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class UnreadablePodsTest {
    private final List<String> announced = new ArrayList<>();
    private final UnreadablePods unreadable =
            new UnreadablePods((pod, message) -> announced.add(pod.key().name() + ": " + message));
    private final ClusterState state = new ClusterState(Clock.systemUTC());
    private final SchedulingQueue queue =
            new SchedulingQueue(new ManualTicker(), QueueWaitingTimes.STOCK, QueueObserver.NONE);
    private final LiveClusterFeed feed =
            new LiveClusterFeed(state, queue, "edgewise"::equals, ConflictListener.NONE, unreadable, pod -> {});

    @Test
    void aPodOfOursThatWaitsIsAnnouncedOnceByWhoDecidesAndNotTried() {
        feed.pod(pod("web").build());
        feed.unreadablePod(pod("web").build(), "x is \"y\"");
        feed.unreadablePod(pod("theirs").scheduler("other").build(), "x is \"y\"");
        assertThat(announced).isEmpty();
        assertThat(queue.counts().active()).isZero();

        unreadable.begin();
        feed.unreadablePod(pod("web").build(), "x is \"y\"");
        assertThat(announced).containsExactly("web: the pod cannot be read: x is \"y\"");
        feed.unreadablePod(pod("web").build(), "x is \"z\"");
        unreadable.end();
        feed.unreadablePod(pod("later").build(), "x is \"y\"");
        assertThat(announced).hasSize(2);
    }

    @Test
    void aPodThatCanBeReadAgainIsTried() {
        feed.unreadablePod(pod("web").build(), "x is \"y\"");
        feed.pod(pod("web").build());
        unreadable.begin();
        assertThat(announced).isEmpty();
        assertThat(queue.counts().active()).isEqualTo(1);
    }

    @Test
    void aBoundPodKeepsItsRoom() {
        feed.node(node("n1").build());
        feed.unreadablePod(pod("web").cpu("500m").runningOn("n1").build(), "x is \"y\"");
        assertThat(state.snapshot().node("n1").requested().milliCpu()).isEqualTo(500);
        unreadable.begin();
        assertThat(announced).isEmpty();
    }

    @Test
    void aPodThatIsBeingBoundKeepsItsRoomUntilTheBindingHasEnded() {
        feed.node(node("n1").build());
        feed.pod(pod("web").cpu("500m").build());
        state.assume(pod("web").cpu("500m").on("n1").build());
        feed.unreadablePod(pod("web").build(), "x is \"y\"");
        assertThat(state.snapshot().node("n1").requested().milliCpu()).isEqualTo(500);
        assertThat(queue.counts().active()).isZero();

        feed.unreadablePod(pod("web").uid("another").build(), "x is \"y\"");
        assertThat(state.snapshot().node("n1").pods()).isEmpty();
    }

    @Test
    void aPodThatIsDeletedWhileItIsBeingBoundGivesItsRoomBack() {
        feed.node(node("n1").build());
        feed.pod(pod("web").cpu("500m").build());
        state.assume(pod("web").cpu("500m").on("n1").build());
        feed.unreadablePod(pod("web").terminating().build(), "x is \"y\"");
        assertThat(state.snapshot().node("n1").pods()).isEmpty();
    }
}
