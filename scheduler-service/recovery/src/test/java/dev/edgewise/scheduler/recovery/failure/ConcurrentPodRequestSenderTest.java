package dev.edgewise.scheduler.recovery.failure;

import static dev.edgewise.scheduler.recovery.failure.FailoverFixture.protectedPod;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.edgewise.scheduler.state.protection.PodWithBackup;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ConcurrentPodRequestSenderTest {
    private final List<PodWithBackup> pods = IntStream.range(0, 16)
            .mapToObj(i -> new PodWithBackup(
                    protectedPod("p" + i, "1Gi").runningOn("n1").build(), "n2"))
            .toList();

    /** Each waits for the others: one after the other, none would ever end. */
    @Test
    void eightAreUnderWayAtOnce() {
        CyclicBarrier others = new CyclicBarrier(8);
        Queue<String> done = new ConcurrentLinkedQueue<>();
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try {
            new ConcurrentPodRequestSender(threads).forEach(pods, pod -> true, pod -> {
                await(others);
                done.add(pod.pod().key().name());
            });
        } finally {
            threads.shutdownNow();
        }
        assertThat(done)
                .containsExactlyInAnyOrderElementsOf(
                        pods.stream().map(pod -> pod.pod().key().name()).toList());
    }

    @Test
    void thoseThatMayNotAreLeftOut() {
        Queue<PodWithBackup> done = new ConcurrentLinkedQueue<>();
        new ConcurrentPodRequestSender(Runnable::run).forEach(pods, pod -> done.size() < 8, done::add);
        assertThat(done).containsExactlyElementsOf(pods.subList(0, 8));
    }

    /** A request that is under way when the service stops ends, and so does the step that waits for it. */
    @Test
    void whatIsUnderWayWhenTheThreadsAreShutDownEnds() {
        ExecutorService threads = ConcurrentPodRequestSender.threads();
        CyclicBarrier others = new CyclicBarrier(8);
        Queue<String> done = new ConcurrentLinkedQueue<>();
        new ConcurrentPodRequestSender(threads).forEach(pods.subList(0, 8), pod -> true, pod -> {
            await(others);
            threads.shutdown();
            done.add(pod.pod().key().name());
        });
        assertThat(done).hasSize(8);
        assertThatThrownBy(() ->
                        new ConcurrentPodRequestSender(threads).forEach(pods, pod -> true, pod -> done.add("late")))
                .isInstanceOf(RejectedExecutionException.class);
    }

    private static void await(CyclicBarrier others) {
        try {
            others.await(10, TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }
}
