package dev.edgewise.scheduler.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.testing.ManualTicker;
import dev.edgewise.scheduler.cluster.ClusterState;
import dev.edgewise.scheduler.cycle.Bindings;
import dev.edgewise.scheduler.cycle.Cycle;
import dev.edgewise.scheduler.cycle.SchedulingLoop;
import dev.edgewise.scheduler.cycle.UnreadablePods;
import dev.edgewise.scheduler.profiles.Profiles;
import dev.edgewise.scheduler.queue.QueueObserver;
import dev.edgewise.scheduler.queue.QueueTimes;
import dev.edgewise.scheduler.queue.SchedulingQueue;
import dev.edgewise.scheduler.testing.RecordingPorts;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.health.contributor.Status;

class LeadershipTest {
    private final ManualTicker ticker = new ManualTicker();
    private final SchedulingLoop loop = loop();
    private final CompletableFuture<Void> caughtUp = new CompletableFuture<>();
    private final Leadership leadership =
            new Leadership(loop, () -> caughtUp, () -> {}, new UnreadablePods((pod, message) -> {}), ticker, null);
    private final LeadershipHealth health = new LeadershipHealth(leadership::catchingUp);

    @AfterEach
    void leave() {
        leadership.leave();
    }

    @Test
    void aLeaderThatCannotCatchUpIsNotAlive() {
        assertThat(health.health().getStatus()).isEqualTo(Status.UP);
        leadership.lead();
        ticker.advance(Duration.ofSeconds(59));
        assertThat(health.health().getStatus()).isEqualTo(Status.UP);
        assertThat(health.health().getDetails()).containsEntry("catchingUpFor", "59 s");
        ticker.advance(Duration.ofSeconds(2));
        assertThat(health.health().getStatus()).isEqualTo(Status.DOWN);
        assertThat(loop.isRunning()).isFalse();

        caughtUp.complete(null);
        assertThat(loop.isRunning()).isTrue();
        assertThat(health.health().getStatus()).isEqualTo(Status.UP);
    }

    @Test
    void whoNoLongerLeadsHasNothingToCatchUpWith() {
        leadership.lead();
        ticker.advance(Duration.ofHours(1));
        leadership.stepDown();
        assertThat(health.health().getStatus()).isEqualTo(Status.UP);
    }

    private SchedulingLoop loop() {
        ClusterState state = new ClusterState(Clock.systemUTC());
        SchedulingQueue queue = new SchedulingQueue(ticker, QueueTimes.STOCK, QueueObserver.NONE);
        Cycle cycle = new Cycle(
                state,
                queue,
                Map.of("edgewise", Profiles.stock()),
                new RecordingPorts().ports(),
                new Bindings(Runnable::run, 1),
                Clock.systemUTC(),
                ticker,
                new Random(1));
        return new SchedulingLoop(queue, cycle, ticker, Thread::new);
    }
}
