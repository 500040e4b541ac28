package dev.edgewise.scheduler.queue;

import static dev.edgewise.scheduler.testing.TestPods.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.testing.ManualTicker;
import dev.edgewise.scheduler.framework.ClusterEvent;
import dev.edgewise.scheduler.model.Pod;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class SchedulingQueueTest {
    private static final WakeUpConditions BY_RESOURCES = new WakeUpConditions(
            "stock", Set.of("NodeResourcesFit"), Set.of(ClusterEvent.NODE_ADDED, ClusterEvent.POD_REMOVED));

    private final ManualTicker ticker = new ManualTicker();
    private final SchedulingQueue queue = new SchedulingQueue(ticker, QueueWaitingTimes.STOCK, QueueObserver.NONE);
    private final Pod web = pod("web").build();

    @Test
    void higherPriorityGoesFirstThenTheOlderPod() throws InterruptedException {
        queue.put(pod("young").createdAfter(9).build());
        queue.put(pod("old").createdAfter(3).build());
        queue.put(pod("urgent").createdAfter(20).priority(7).build());

        assertThat(next()).isEqualTo("urgent");
        assertThat(next()).isEqualTo("old");
        assertThat(next()).isEqualTo("young");
        assertThat(next()).isEqualTo("none");
    }

    @Test
    void backoffDoublesFromOneSecondToTen() throws InterruptedException {
        queue.put(web);
        for (int seconds : new int[] {1, 2, 4, 8, 10, 10}) {
            queue.retry(take());
            ticker.advance(Duration.ofSeconds(seconds).minusMillis(1));
            assertThat(next()).isEqualTo("none");
            ticker.advance(Duration.ofMillis(1));
            assertThat(queue.counts().backoff()).isEqualTo(1);
        }
        assertThat(take().attempts()).isEqualTo(7);
    }

    @Test
    void anUnschedulablePodWaitsForAnEventThatCouldHelpIt() throws InterruptedException {
        queue.put(web);
        queue.requeueUnschedulable(take(), BY_RESOURCES);
        ticker.advance(Duration.ofSeconds(30));

        queue.wake(ClusterEvent.SIGNAL_CHANGED);
        assertThat(queue.counts()).isEqualTo(new QueueCounts(0, 0, 1, 0));
        queue.wake(ClusterEvent.POD_REMOVED);
        assertThat(next()).isEqualTo("web");
    }

    @Test
    void aPodThatIsWokenEarlyRestsFirst() throws InterruptedException {
        queue.put(web);
        queue.requeueUnschedulable(take(), BY_RESOURCES);
        queue.wake(ClusterEvent.NODE_ADDED);

        assertThat(queue.counts()).isEqualTo(new QueueCounts(0, 1, 0, 0));
        ticker.advance(Duration.ofSeconds(1));
        assertThat(next()).isEqualTo("web");
    }

    @Test
    void anEventWhileThePodIsBeingDecidedIsNotLost() throws InterruptedException {
        queue.put(web);
        PodTakenFromQueue taken = take();
        queue.wake(ClusterEvent.POD_REMOVED);
        queue.requeueUnschedulable(taken, BY_RESOURCES);

        assertThat(queue.counts()).isEqualTo(new QueueCounts(0, 1, 0, 0));
    }

    @Test
    void anEventOfAnEarlierAttemptDoesNotCount() throws InterruptedException {
        queue.put(web);
        PodTakenFromQueue taken = take();
        queue.wake(ClusterEvent.POD_REMOVED);
        queue.requeueUnschedulable(taken, BY_RESOURCES);
        ticker.advance(Duration.ofSeconds(1));
        queue.requeueUnschedulable(take(), BY_RESOURCES);

        assertThat(queue.counts()).isEqualTo(new QueueCounts(0, 0, 1, 0));
    }

    /** The events of modules count, too, for a pod of which it is not known what could help it. */
    @Test
    void aPodThatAnyEventCouldHelpIsWokenByThatOfAModule() throws InterruptedException {
        WakeUpConditions unknown = new WakeUpConditions("stock", Set.of(), Set.of(ClusterEvent.ANY));
        ClusterEvent ofModule = ClusterEvent.of("CameraUpdate");
        queue.put(web);
        queue.requeueUnschedulable(take(), unknown);
        ticker.advance(Duration.ofSeconds(30));
        queue.wake(ofModule);
        PodTakenFromQueue taken = take();

        queue.wake(ofModule);
        queue.requeueUnschedulable(taken, unknown);
        assertThat(queue.counts()).isEqualTo(new QueueCounts(0, 1, 0, 0));
    }

    /** Two modules may use one word. */
    @Test
    void eventsOfOneNameAreDifferent() throws InterruptedException {
        WakeUpConditions waits =
                new WakeUpConditions("stock", Set.of("Camera"), Set.of(ClusterEvent.of("CameraUpdate")));
        queue.put(web);
        queue.requeueUnschedulable(take(), waits);
        ticker.advance(Duration.ofSeconds(30));
        queue.wake(ClusterEvent.of("CameraUpdate"));
        assertThat(queue.counts()).isEqualTo(new QueueCounts(0, 0, 1, 0));
    }

    @Test
    void nothingWaitsLongerThanFiveMinutes() throws InterruptedException {
        queue.put(web);
        queue.requeueUnschedulable(take(), BY_RESOURCES);
        ticker.advance(Duration.ofMinutes(5).minusMillis(1));
        assertThat(next()).isEqualTo("none");
        ticker.advance(Duration.ofMillis(1));
        assertThat(next()).isEqualTo("web");
    }

    @Test
    void aGatedPodIsNotTriedUntilItsGatesAreGone() throws InterruptedException {
        queue.put(pod("web").gate("quota").build());
        queue.wake(ClusterEvent.NODE_ADDED);
        ticker.advance(Duration.ofHours(1));
        assertThat(next()).isEqualTo("none");
        assertThat(queue.counts()).isEqualTo(new QueueCounts(0, 0, 0, 1));

        queue.put(web);
        assertThat(next()).isEqualTo("web");
    }

    @Test
    void aChangedSpecIsWorthAnotherTryAndAChangedStatusIsNot() throws InterruptedException {
        queue.put(web);
        queue.requeueUnschedulable(take(), BY_RESOURCES);
        ticker.advance(Duration.ofSeconds(30));

        queue.put(web.nominatedTo("n1"));
        assertThat(queue.counts().unschedulable()).isEqualTo(1);
        queue.put(pod("web").label("tier", "edge").build());
        assertThat(next()).isEqualTo("web");
    }

    @Test
    void aChangeWhileThePodIsBeingDecidedIsNotLost() throws InterruptedException {
        queue.put(web);
        PodTakenFromQueue taken = take();
        queue.put(pod("web").label("tier", "edge").build());
        queue.requeueUnschedulable(taken, BY_RESOURCES);

        assertThat(queue.counts()).isEqualTo(new QueueCounts(0, 1, 0, 0));
    }

    @Test
    void handingBackAReplacedPodDoesNotTouchItsSuccessor() throws InterruptedException {
        queue.put(web);
        PodTakenFromQueue first = take();
        queue.put(pod("web").uid("second").build());
        queue.done(first);

        PodTakenFromQueue second = take();
        assertThat(second.pod().uid()).isEqualTo("second");
        assertThat(second.attempts()).isEqualTo(1);
        assertThat(queue.inFlight()).isEqualTo(1);
    }

    @Test
    void aPodRemovedWhileItIsBeingDecidedDoesNotComeBack() throws InterruptedException {
        queue.put(web);
        PodTakenFromQueue taken = take();
        queue.remove(web.key());
        queue.retry(taken);

        assertThat(queue.counts()).isEqualTo(new QueueCounts(0, 0, 0, 0));
        assertThat(queue.inFlight()).isZero();
    }

    @Test
    void countsWaitingPodsByTheFilterThatRejectedThem() throws InterruptedException {
        queue.put(web);
        queue.requeueUnschedulable(take(), BY_RESOURCES);
        assertThat(queue.rejectedBy("stock", "NodeResourcesFit")).isEqualTo(1);
        assertThat(queue.rejectedBy("edgewise", "NodeResourcesFit")).isZero();

        ticker.advance(Duration.ofMinutes(5));
        take();
        assertThat(queue.rejectedBy("stock", "NodeResourcesFit")).isZero();
    }

    @Test
    void whoWaitsForAPodGetsItAtOnce() throws Exception {
        CompletableFuture<PodTakenFromQueue> waiting = CompletableFuture.supplyAsync(() -> {
            try {
                return queue.take(Duration.ofSeconds(30));
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        queue.put(web);

        assertThat(waiting.get(10, TimeUnit.SECONDS).pod()).isEqualTo(web);
    }

    private String next() throws InterruptedException {
        PodTakenFromQueue next = queue.take(Duration.ZERO);
        return next == null ? "none" : next.pod().key().name();
    }

    private PodTakenFromQueue take() throws InterruptedException {
        return queue.take(Duration.ZERO);
    }
}
