package dev.edgewise.scheduler.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class AsyncRequestQueueTest {
    private static final Duration LONG = Duration.ofSeconds(10);

    private final Counter dropped = new SimpleMeterRegistry().counter("dropped");
    private final AtomicInteger sent = new AtomicInteger();

    @Test
    void sendsWhatIsQueuedBeforeItStops() {
        AsyncRequestQueue outbox =
                new AsyncRequestQueue("test", 100, 2, Duration.ZERO, new BindingsInFlight(), dropped);
        for (int i = 0; i < 50; i++) {
            outbox.submit(sent::incrementAndGet);
        }
        outbox.stop(LONG);
        assertThat(sent).hasValue(50);
        outbox.submit(sent::incrementAndGet);
        assertThat(sent).hasValue(50);
        assertThat(dropped.count()).isEqualTo(1);
    }

    @Test
    void dropsWhatDoesNotFit() {
        AsyncRequestQueue outbox = new AsyncRequestQueue("test", 3, 1, Duration.ZERO, new BindingsInFlight(), dropped);
        CountDownLatch full = new CountDownLatch(1);
        outbox.submit(() -> await(full));
        for (int i = 0; i < 5; i++) {
            outbox.submit(sent::incrementAndGet);
        }
        assertThat(dropped.count()).isEqualTo(2);
        full.countDown();
        outbox.stop(LONG);
        assertThat(sent).hasValue(3);
    }

    @Test
    void dropsWhatCannotBeSentInTime() throws InterruptedException {
        AsyncRequestQueue outbox =
                new AsyncRequestQueue("test", 100, 1, Duration.ZERO, new BindingsInFlight(), dropped);
        CountDownLatch never = new CountDownLatch(1);
        CountDownLatch begun = new CountDownLatch(1);
        outbox.submit(() -> {
            begun.countDown();
            await(never);
        });
        outbox.submit(sent::incrementAndGet);
        begun.await();
        outbox.stop(Duration.ofMillis(50));
        assertThat(sent).hasValue(0);
        assertThat(dropped.count()).isEqualTo(1);
    }

    @Test
    void goesOnAfterAFailure() {
        AsyncRequestQueue outbox = new AsyncRequestQueue("test", 10, 1, Duration.ZERO, new BindingsInFlight(), dropped);
        outbox.submit(() -> {
            throw new IllegalStateException("on purpose");
        });
        outbox.submit(sent::incrementAndGet);
        outbox.stop(LONG);
        assertThat(sent).hasValue(1);
        assertThat(dropped.count()).isEqualTo(1);
    }

    @Test
    void dropsWhatStillLetsBindingsGoFirst() {
        BindingsInFlight traffic = new BindingsInFlight();
        traffic.begin();
        AsyncRequestQueue outbox = new AsyncRequestQueue("test", 10, 1, LONG, traffic, dropped);
        AtomicInteger ended = new AtomicInteger();
        outbox.submit(sent::incrementAndGet, ended::incrementAndGet);
        outbox.submit(sent::incrementAndGet, ended::incrementAndGet);
        outbox.stop(Duration.ZERO);
        outbox.stop(LONG);
        assertThat(sent.get() + ended.get()).isEqualTo(2);
        assertThat(dropped.count()).isEqualTo(ended.get());
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
        }
    }
}
