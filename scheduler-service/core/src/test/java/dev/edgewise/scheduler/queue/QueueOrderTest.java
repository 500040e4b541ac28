package dev.edgewise.scheduler.queue;

import static dev.edgewise.scheduler.testing.TestPods.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.testing.ManualTicker;
import dev.edgewise.scheduler.framework.ClusterEvent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Tests the order in which returned pods are tried: no pod is starved. */
class QueueOrderTest {
    private static final WakeUpConditions BY_RESOURCES =
            new WakeUpConditions("stock", Set.of("NodeResourcesFit"), Set.of(ClusterEvent.POD_REMOVED));
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final ManualTicker ticker = new ManualTicker();
    private final SchedulingQueue queue = new SchedulingQueue(ticker, QueueWaitingTimes.STOCK, QueueObserver.NONE);

    @Test
    void whoCameBackFirstGoesFirstNotWhoIsOldest() throws InterruptedException {
        queue.put(pod("old").createdAfter(1).build());
        queue.put(pod("young").createdAfter(2).build());
        PodTakenFromQueue old = take();
        PodTakenFromQueue young = take();
        queue.requeueUnschedulable(young, BY_RESOURCES);
        ticker.advance(Duration.ofMillis(1));
        queue.requeueUnschedulable(old, BY_RESOURCES);
        wakeAfter(MINUTE);

        assertThat(rest()).containsExactly("young", "old");
    }

    @Test
    void whoNeverCouldBePlacedDoesNotHoldUpWhoComesNew() throws InterruptedException {
        for (int i = 0; i < 100; i++) {
            queue.put(pod("stuck-" + i).createdAfter(i).build());
        }
        parkAll();
        wakeAfter(MINUTE);
        queue.put(pod("new").createdAfter(9_000).build());

        List<String> order = rest();
        assertThat(order.indexOf("new")).isLessThanOrEqualTo(1);
        assertThat(order).hasSize(101);
    }

    @Test
    void newPodsDoNotHoldUpWhoCameBack() throws InterruptedException {
        queue.put(pod("back").build());
        parkAll();
        for (int i = 0; i < 100; i++) {
            queue.put(pod("new-" + i).build());
        }
        wakeAfter(MINUTE);

        assertThat(rest().indexOf("back")).isLessThanOrEqualTo(1);
    }

    @Test
    void priorityGoesBeforeTurns() throws InterruptedException {
        queue.put(pod("urgent-1").priority(5).build());
        queue.put(pod("urgent-2").priority(5).build());
        parkAll();
        queue.put(pod("new").priority(4).build());
        wakeAfter(MINUTE);

        assertThat(rest()).containsExactly("urgent-1", "urgent-2", "new");
    }

    @Test
    void theLowestPriorityThereIsGoesLast() throws InterruptedException {
        queue.put(pod("lowest").priority(Integer.MIN_VALUE).build());
        queue.put(pod("ordinary").build());
        queue.put(pod("highest").priority(Integer.MAX_VALUE).build());

        assertThat(rest()).containsExactly("highest", "ordinary", "lowest");
    }

    @Test
    void whileNothingElseIsToDoAPodIsTriedBeforeItsBackoffIsOver() throws InterruptedException {
        queue.put(pod("a").build());
        for (int attempt = 0; attempt < 4; attempt++) {
            queue.requeueUnschedulable(take(), BY_RESOURCES);
            wakeAfter(MINUTE);
        }
        // Four attempts: 8 s of backoff.
        queue.requeueUnschedulable(take(), BY_RESOURCES);
        queue.wake(ClusterEvent.POD_REMOVED);
        ticker.advance(Duration.ofMillis(999));
        assertThat(rest()).isEmpty();
        ticker.advance(Duration.ofMillis(1));
        assertThat(rest()).containsExactly("a");
    }

    @Test
    void anActivePodGoesBeforeAnyThatStillRests() throws InterruptedException {
        queue.put(pod("a").priority(9).build());
        parkTwice();
        queue.put(pod("b").build());
        ticker.advance(Duration.ofSeconds(1));

        assertThat(rest()).containsExactly("b", "a");
    }

    @Test
    void anErrorIsNotTriedBeforeItsBackoffIsOver() throws InterruptedException {
        queue.put(pod("a").build());
        queue.retry(take());
        ticker.advance(Duration.ofSeconds(1));
        queue.retry(take());
        queue.wake(ClusterEvent.POD_REMOVED);
        ticker.advance(Duration.ofMillis(1_999));
        assertThat(rest()).isEmpty();
        ticker.advance(Duration.ofMillis(1));
        assertThat(rest()).containsExactly("a");
    }

    @Test
    void earlyAttemptsInVainArePaced() throws InterruptedException {
        queue.put(pod("a").build());
        queue.put(pod("b").build());
        for (int i = 0; i < 2; i++) {
            parkAll();
            wakeAfter(Duration.ofSeconds(1));
        }
        // Both have a backoff of 2 s and have rested for one: the first is tried, the other after a pause.
        assertThat(parkAll()).isEqualTo(1);
        ticker.advance(Duration.ofMillis(49));
        assertThat(parkAll()).isZero();
        ticker.advance(Duration.ofMillis(1));
        assertThat(parkAll()).isEqualTo(1);
    }

    @Test
    void nothingWakesAPodThatPreemptsUntilThatIsOver() throws InterruptedException {
        queue.put(pod("a").build());
        PodTakenFromQueue preempting = take();
        queue.awaitPreemption(preempting, BY_RESOURCES);
        wakeAfter(MINUTE);
        queue.put(pod("a").label("changed", "yes").build());
        assertThat(rest()).isEmpty();

        queue.endPreemption(preempting, false);
        assertThat(rest()).as("what it missed").containsExactly("a");
    }

    @Test
    void aPodWhosePreemptionFailsRestsTwiceAsLongEachTime() throws InterruptedException {
        queue.put(pod("a").build());
        // The first backoff is 1 s; it begins when the preemption has failed, however long that took.
        for (int seconds : new int[] {1, 2, 4, 8, 10, 10}) {
            PodTakenFromQueue preempting = take();
            queue.awaitPreemption(preempting, BY_RESOURCES);
            ticker.advance(Duration.ofSeconds(3));
            queue.endPreemption(preempting, true);
            assertThat(queue.rejectedBy("edgewise", "NodeResourcesFit")).isZero();

            ticker.advance(Duration.ofSeconds(seconds).minusNanos(1));
            assertThat(rest()).as("nor early, though nothing else is to do").isEmpty();
            ticker.advance(Duration.ofNanos(1));
        }
        assertThat(rest()).containsExactly("a");
    }

    @Test
    void aPodThatWaitsForAMomentIsTriedThenAndNotLaterThanTheTimeout() throws InterruptedException {
        queue.put(pod("a").build());
        queue.requeueUnschedulable(take(), BY_RESOURCES, Duration.ofSeconds(7));
        ticker.advance(Duration.ofSeconds(7).minusNanos(1));
        assertThat(take()).isNull();
        ticker.advance(Duration.ofNanos(1));
        queue.requeueUnschedulable(take(), BY_RESOURCES, Duration.ofHours(1));

        ticker.advance(Duration.ofMinutes(5));
        assertThat(rest()).containsExactly("a");
    }

    @Test
    void theEndOfAPreemptionThatNobodyWaitsForChangesNothing() throws InterruptedException {
        queue.put(pod("a").build());
        PodTakenFromQueue preempting = take();
        queue.awaitPreemption(preempting, BY_RESOURCES);
        queue.put(pod("a").uid("another").build());
        queue.endPreemption(preempting, true);
        queue.remove(pod("a").build().key());
        queue.endPreemption(preempting, true);

        assertThat(queue.counts()).isEqualTo(new QueueCounts(0, 0, 0, 0));
    }

    @Test
    void aPreemptionThatIsNeverHeardOfAgainEndsWithTheTimeout() throws InterruptedException {
        queue.put(pod("a").build());
        queue.awaitPreemption(take(), BY_RESOURCES);
        ticker.advance(Duration.ofMinutes(5));

        assertThat(rest()).containsExactly("a");
    }

    /** So that the next backoff is 2 s. */
    private void parkTwice() throws InterruptedException {
        queue.requeueUnschedulable(take(), BY_RESOURCES);
        wakeAfter(Duration.ofSeconds(1));
        queue.requeueUnschedulable(take(), BY_RESOURCES);
        queue.wake(ClusterEvent.POD_REMOVED);
    }

    /** Tries and parks all pods that are ready, and returns how many. */
    private int parkAll() throws InterruptedException {
        int parked = 0;
        for (PodTakenFromQueue next = take(); next != null; next = take()) {
            queue.requeueUnschedulable(next, BY_RESOURCES);
            parked++;
        }
        return parked;
    }

    private void wakeAfter(Duration time) {
        ticker.advance(time);
        queue.wake(ClusterEvent.POD_REMOVED);
    }

    private List<String> rest() throws InterruptedException {
        List<String> names = new ArrayList<>();
        for (PodTakenFromQueue next = take(); next != null; next = take()) {
            names.add(next.pod().key().name());
        }
        return names;
    }

    private PodTakenFromQueue take() throws InterruptedException {
        return queue.take(Duration.ZERO);
    }
}
