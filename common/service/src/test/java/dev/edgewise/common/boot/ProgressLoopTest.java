package dev.edgewise.common.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.edgewise.common.testing.ManualTicker;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.Status;

class ProgressLoopTest {
    private final ManualTicker ticker = new ManualTicker();
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();

    private ProgressLoop loop(Runnable step) {
        return new ProgressLoop("test", step, Duration.ofMillis(1), ticker, meters);
    }

    @Test
    void anErrorOfAStepIsCountedAndDoesNotEndTheLoop() {
        AtomicInteger steps = new AtomicInteger();
        ProgressLoop loop = loop(() -> {
            steps.incrementAndGet();
            throw new NoClassDefFoundError("of a test");
        });

        loop.start();
        await().until(() -> steps.get() >= 3);
        loop.stop();

        assertThat(meters.get("edgewise.steps.failed")
                        .tag("loop", "test")
                        .counter()
                        .count())
                .isEqualTo(steps.get());
    }

    @Test
    void aStepThatHangsShows() throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(1);
        ProgressLoop loop = loop(() -> {
            begun.countDown();
            try {
                end.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        assertThat(loop.overdue()).isZero();
        loop.start();
        begun.await();

        ticker.advance(Duration.ofMinutes(4).plusMillis(1));
        assertThat(loop.overdue()).isEqualTo(Duration.ofMinutes(4));
        List<ProgressLoop> loops = List.of(loop(() -> {}), loop);
        assertThat(new LoopHealth(loops, Duration.ofMinutes(4)).health().getStatus())
                .isEqualTo(Status.UP);
        assertThat(new LoopHealth(loops, Duration.ofMinutes(3)).health())
                .isEqualTo(Health.down()
                        .withDetail("overdue", Duration.ofMinutes(4))
                        .build());

        end.countDown();
        await().until(() -> loop.overdue().isZero());
        loop.stop();
    }
}
