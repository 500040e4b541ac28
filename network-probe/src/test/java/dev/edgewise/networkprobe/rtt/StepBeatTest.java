package dev.edgewise.networkprobe.rtt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.testing.ManualTicker;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class StepBeatTest {
    private final ManualTicker ticker = new ManualTicker();
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final StepBeat beat = new StepBeat(ticker, meters);

    @Test
    void anErrorOfAStepDoesNotEndTheLoop() throws InterruptedException {
        CountDownLatch steps = new CountDownLatch(3);
        ScheduledExecutorService loop = Executors.newSingleThreadScheduledExecutor();
        Runnable step = beat.guarded(
                () -> {
                    steps.countDown();
                    throw new NoClassDefFoundError("of a test");
                },
                Duration.ofMillis(1));
        loop.scheduleWithFixedDelay(step, 0, 1, TimeUnit.MILLISECONDS);

        assertThat(steps.await(20, TimeUnit.SECONDS)).isTrue();
        loop.shutdownNow();
    }

    @Test
    void stepsThatFailAreCountedAndOthersAreNot() {
        Runnable bad = beat.guarded(
                () -> {
                    throw new IllegalStateException("of a test");
                },
                Duration.ZERO);
        bad.run();
        bad.run();
        beat.guarded(() -> {}, Duration.ZERO).run();

        assertThat(meters.get("edgewise.rtt.steps.failed").counter().count()).isEqualTo(2);
    }

    @Test
    void aStepThatHangsShows() {
        ticker.advance(Duration.ofMinutes(4));
        assertThat(beat.sinceEnded()).isEqualTo(Duration.ofMinutes(4));

        beat.guarded(() -> {}, Duration.ZERO).run();

        assertThat(beat.sinceEnded()).isZero();
    }
}
