package dev.edgewise.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class LiveHeapTest {
    private static final int READINGS = 10;
    /** Ten times what the other thread holds at any moment. */
    private static final int TOLERANCE = 1_000_000;

    private volatile byte[] garbage = new byte[0];

    /** Threads of earlier tests allocate between a collection and the moment at which the heap is read. */
    @Test
    void garbageOfOtherThreadsIsNotCounted() throws InterruptedException {
        CountDownLatch began = new CountDownLatch(1);
        Thread other = new Thread(() -> {
            while (!Thread.currentThread().isInterrupted()) {
                garbage = new byte[100_000];
                began.countDown();
            }
        });
        other.setDaemon(true);
        other.start();
        began.await();
        try {
            long first = LiveHeap.bytes();
            for (int i = 0; i < READINGS; i++) {
                assertThat(LiveHeap.bytes()).isBetween(first - TOLERANCE, first + TOLERANCE);
            }
        } finally {
            other.interrupt();
            other.join();
        }
        assertThat(garbage).hasSize(100_000);
    }

    @Test
    void anObjectThatIsHeldIsCounted() {
        long before = LiveHeap.bytes();
        // Small arrays: a collector rounds a large one up to whole regions.
        byte[][] held = new byte[1_000][10_000];
        long after = LiveHeap.bytes();
        assertThat(held).hasDimensions(1_000, 10_000);
        assertThat(after - before).isBetween(9_900_000L, 11_100_000L);
    }
}
