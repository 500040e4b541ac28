package dev.edgewise.kubernetes.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.testing.ManualTicker;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ConfigSourceTest {
    private static final Set<Thread.State> WAITS = EnumSet.of(Thread.State.BLOCKED, Thread.State.WAITING);

    private final ManualTicker ticker = new ManualTicker();
    private final CountDownLatch asked = new CountDownLatch(1);
    private final CountDownLatch answers = new CountDownLatch(1);
    private final AtomicInteger readings = new AtomicInteger();
    private final ConfigSource source = new ConfigSource(this::config, () -> Instant.EPOCH, ticker);

    /** Answers at once when the service starts, and hangs later. */
    private Config config() {
        int reading = readings.incrementAndGet();
        if (reading > 1) {
            asked.countDown();
            await(answers);
        }
        return new ConfigBuilder(Config.empty())
                .withMasterUrl("https://127.0.0.1:1")
                .withOauthToken("token-" + reading)
                .build();
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private Thread reads() {
        Thread thread = new Thread(source::read);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    @AfterEach
    void answer() {
        answers.countDown();
    }

    /** Every request asks whether the configuration is due, the renewal of the Lease included. */
    @Test
    void aProgramThatHangsKeepsNoOtherRequestWaiting() throws InterruptedException {
        Thread reader = reads();
        await(asked);
        assertThat(source.isDue()).isFalse();
        ticker.advance(Duration.ofSeconds(11));
        assertThat(source.isDue()).as("no file has changed").isFalse();
        assertThat(source.config().getOauthToken()).isEqualTo("token-1");
        answers.countDown();
        reader.join();
        assertThat(source.config().getOauthToken()).isEqualTo("token-2");
    }

    @Test
    void theProgramRunsOnceAtATime() throws InterruptedException {
        Thread first = reads();
        await(asked);
        Thread second = reads();
        while (!WAITS.contains(second.getState())) {
            Thread.onSpinWait();
        }
        assertThat(readings.get()).as("at the start, and for the first thread").isEqualTo(2);
        answers.countDown();
        first.join();
        second.join();
        assertThat(source.config().getOauthToken()).isEqualTo("token-3");
    }
}
