package dev.edgewise.kubernetes.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.edgewise.common.testing.ManualTicker;
import dev.edgewise.kubernetes.http.ApiServerObjectMappers;
import dev.edgewise.kubernetes.testing.ScriptedApi;
import io.fabric8.kubernetes.api.model.Node;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Each step of the barrier, counted, with the pause before the next. */
class WatchCatchUpBarrierIT {
    private static final String OVERLOADED = "the server is overloaded";
    private static final String LIST = "{\"metadata\":{\"resourceVersion\":\"7\"},\"items\":[]}";

    private final ManualTicker ticker = new ManualTicker();
    private final Steps steps = new Steps();
    private ScriptedApi api;

    /** Keeps the next step, and how long it would wait. */
    private static final class Steps extends ScheduledThreadPoolExecutor {
        private final List<Long> pauses = new ArrayList<>();
        private @Nullable Runnable next;

        Steps() {
            super(0);
        }

        @Override
        public void execute(Runnable step) {
            next = step;
        }

        @Override
        public @Nullable ScheduledFuture<?> schedule(Runnable step, long delay, TimeUnit unit) {
            pauses.add(unit.toMillis(delay));
            next = step;
            return null;
        }

        void run() {
            Objects.requireNonNull(next).run();
        }
    }

    @BeforeEach
    void start() throws IOException {
        api = new ScriptedApi();
    }

    @AfterEach
    void stop() throws IOException {
        steps.shutdownNow();
        api.close();
    }

    /** Counts requests: at least half of 100, 200, 400, 800, 1600, 3200, 3200, 3200 and 3200 ms are 7.9 s. */
    @Test
    void aServerThatRefusesIsAskedTenTimesInEightSeconds() {
        WatchCatchUpBarrier barrier = new WatchCatchUpBarrier(reflector(kind()), steps, ticker);
        barrier.begin();
        for (int i = 0; i < 10; i++) {
            api.refusal(503, OVERLOADED);
            steps.run();
        }
        assertThat(api.queries()).hasSize(10).containsOnly("limit=1");
        long first9 =
                steps.pauses.subList(0, 9).stream().mapToLong(pause -> pause).sum();
        assertThat(first9).isGreaterThan(7_800);
        assertThat(barrier.isRefused()).isTrue();
    }

    @Test
    void aComparisonOfAllObjectsThatFailsIsNotRepeatedForTenSeconds() {
        Reflector<Node> watch = reflector(kind());
        api.json(LIST).begun("\n");
        watch.start();
        await().until(() -> api.queries().size() == 2);
        new WatchCatchUpBarrier(watch, steps, ticker).begin();
        api.json("{\"metadata\":{\"resourceVersion\":\"9\"},\"items\":[]}");
        // The watch that is opened to hurry stays silent.
        api.begun("\n");
        steps.run();
        await().until(() -> api.queries().size() == 4);
        ticker.advance(Duration.ofSeconds(3));
        ticker.advance(Duration.ofSeconds(8));
        watch.stop();
        int before = api.queries().size();
        api.refusal(429, OVERLOADED);
        steps.run();
        steps.run();
        ticker.advance(Duration.ofSeconds(9));
        steps.run();
        assertThat(api.queries()).hasSize(before + 1);
        api.refusal(429, OVERLOADED);
        ticker.advance(Duration.ofSeconds(1));
        steps.run();
        assertThat(api.queries()).hasSize(before + 2);
    }

    @Test
    void anOptionalKindThatCannotBeReadIsWaitedForTenSecondsOnceTheOthersHaveCaughtUp() {
        WatchCatchUpBarrier barrier = new WatchCatchUpBarrier(reflector(kind().ifServed(is -> {})), steps, ticker);
        CompletableFuture<Void> caughtUp = barrier.begin();
        api.refusal(403, "forbidden").refusal(403, "forbidden").refusal(403, "forbidden");
        steps.run();
        ticker.advance(Duration.ofMinutes(1));
        steps.run();
        assertThat(caughtUp).isNotDone();
        barrier.isNoLongerNeeded();
        ticker.advance(Duration.ofSeconds(10));
        steps.run();
        assertThat(caughtUp).isDone();
    }

    /** A leader that does not know what is reserved would give it away. */
    @Test
    void anOptionalKindThatWasServedIsWaitedForWhileTheServerIsOverloaded() {
        Reflector<Node> watch = reflector(kind().ifServed(is -> {}));
        api.json(LIST).begun("\n");
        watch.start();
        await().until(() -> api.queries().size() == 2);
        watch.stop();
        WatchCatchUpBarrier barrier = new WatchCatchUpBarrier(watch, steps, ticker);
        CompletableFuture<Void> caughtUp = barrier.begin();
        barrier.isNoLongerNeeded();
        api.refusal(429, OVERLOADED).refusal(503, OVERLOADED).refusal(403, "forbidden");
        steps.run();
        ticker.advance(Duration.ofMinutes(1));
        steps.run();
        assertThat(caughtUp).isNotDone();
        assertThat(barrier.isRefused()).isTrue();

        ticker.advance(Duration.ofSeconds(11));
        steps.run();
        assertThat(caughtUp).as("forbidden by now").isDone();
    }

    /** The API server may be reachable from another replica. */
    @Test
    void aServerThatDoesNotAnswerDoesNotRefuse() throws IOException {
        WatchCatchUpBarrier barrier = new WatchCatchUpBarrier(reflector(kind()), steps, ticker);
        barrier.begin();
        api.close();
        steps.run();
        assertThat(steps.pauses).hasSize(1);
        assertThat(barrier.isRefused()).isFalse();
    }

    private static WatchedKind<Node> kind() {
        return WatchedKind.all(Node.class, node -> {}, (none, name) -> {});
    }

    private Reflector<Node> reflector(WatchedKind<Node> kind) {
        return new Reflector<>(
                api.requests, kind, ApiServerObjectMappers.lenient(), new WatchTimeout(), new SimpleMeterRegistry());
    }
}
