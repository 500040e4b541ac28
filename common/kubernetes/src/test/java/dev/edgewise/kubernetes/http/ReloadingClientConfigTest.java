package dev.edgewise.kubernetes.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.testing.ManualTicker;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ReloadingClientConfigTest {
    private static final Set<Thread.State> WAITS = EnumSet.of(Thread.State.BLOCKED, Thread.State.WAITING);

    private final ManualTicker ticker = new ManualTicker();
    private final CountDownLatch asked = new CountDownLatch(1);
    private final CountDownLatch answers = new CountDownLatch(1);
    private final AtomicInteger readings = new AtomicInteger();
    private final ReloadingClientConfig source = new ReloadingClientConfig(this::config, () -> Instant.EPOCH, ticker);

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

    /** The next look would find the file as it is, and take it for what was read. */
    @Test
    void aFileThatChangesWhileItIsReadIsReadAgain(@TempDir Path directory) throws IOException {
        Path certificate = Files.writeString(directory.resolve("ca.crt"), "first");
        AtomicReference<@Nullable String> next = new AtomicReference<>();
        ReloadingClientConfig files = new ReloadingClientConfig(
                () -> {
                    Config read = reading(certificate);
                    String change = next.getAndSet(null);
                    if (change != null) {
                        write(certificate, change);
                    }
                    return read;
                },
                () -> Instant.EPOCH,
                ticker);
        write(certificate, "second, of another length");
        next.set("third, of a length that differs from both");
        ticker.advance(Duration.ofSeconds(11));
        assertThat(files.isDue()).as("the file has changed").isTrue();
        assertThat(files.read()).isTrue();
        ticker.advance(Duration.ofSeconds(11));
        assertThat(files.isDue()).as("it changed after it was read").isTrue();
    }

    @Test
    void aFileThatDoesNotChangeIsReadOnceMore(@TempDir Path directory) throws IOException {
        Path certificate = Files.writeString(directory.resolve("ca.crt"), "first");
        ReloadingClientConfig files =
                new ReloadingClientConfig(() -> reading(certificate), () -> Instant.EPOCH, ticker);
        ticker.advance(Duration.ofSeconds(11));
        assertThat(files.isDue())
                .as("it may have changed during the first reading, which named it")
                .isTrue();
        assertThat(files.read()).isFalse();
        ticker.advance(Duration.ofSeconds(11));
        assertThat(files.isDue()).isFalse();
    }

    private static Config reading(Path certificate) {
        return new ConfigBuilder(Config.empty())
                .withMasterUrl("https://127.0.0.1:1")
                .withCaCertFile(certificate.toString())
                .build();
    }

    private static void write(Path file, String text) {
        try {
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
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
