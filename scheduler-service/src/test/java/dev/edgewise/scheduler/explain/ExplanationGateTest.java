package dev.edgewise.scheduler.explain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.edgewise.common.web.BusyException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;

class ExplanationGateTest {
    private static final long SECOND = Duration.ofSeconds(1).toNanos();

    private final MockHttpServletResponse response = new MockHttpServletResponse();
    private long now;
    private long processorTime;
    private boolean podsWait = true;
    private final ExplanationGate gate =
            new ExplanationGate(() -> podsWait, () -> now, () -> processorTime, Duration.ZERO);

    private MockHttpServletRequest enter() {
        MockHttpServletRequest request = new MockHttpServletRequest();
        gate.enter(request);
        return request;
    }

    private void leave(MockHttpServletRequest request) {
        gate.afterCompletion(request, response, this, null);
    }

    private void refused() {
        assertThatThrownBy(this::enter).isInstanceOf(BusyException.class).hasMessage("Other pods are being explained");
    }

    @Test
    void oneIsLetThroughAtATime() {
        MockHttpServletRequest first = enter();
        refused();
        leave(first);
        leave(enter());
    }

    /** Each would hold a thread that other calls need. */
    @Test
    void atMostEightWait() throws InterruptedException {
        podsWait = false;
        ExplanationGate patient =
                new ExplanationGate(() -> podsWait, () -> now, () -> processorTime, Duration.ofMinutes(10));
        MockHttpServletRequest first = new MockHttpServletRequest();
        patient.enter(first);
        ExecutorService threads = Executors.newFixedThreadPool(9);
        try {
            CompletableFuture<?>[] others = Stream.generate(() -> CompletableFuture.runAsync(
                            () -> {
                                MockHttpServletRequest request = new MockHttpServletRequest();
                                patient.enter(request);
                                patient.afterCompletion(request, response, this, null);
                            },
                            threads))
                    .limit(9)
                    .toArray(CompletableFuture<?>[]::new);
            assertThat(CompletableFuture.anyOf(others))
                    .as("the ninth, while the first is being explained")
                    .failsWithin(Duration.ofSeconds(20))
                    .withThrowableOfType(ExecutionException.class)
                    .withCauseInstanceOf(BusyException.class);

            patient.afterCompletion(first, response, this, null);
            assertThat(CompletableFuture.allOf(others)).failsWithin(Duration.ofSeconds(20));
            assertThat(others)
                    .filteredOn(CompletableFuture::isCompletedExceptionally)
                    .hasSize(1);
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void decisionsHaveTheProcessorNineTimesAsLong() {
        MockHttpServletRequest first = enter();
        processorTime = SECOND;
        now = 3 * SECOND;
        leave(first);

        now = 12 * SECOND - 1;
        refused();
        now = 12 * SECOND;
        leave(enter());
    }

    @Test
    void whereNoPodWaitsThereIsNoPause() {
        MockHttpServletRequest first = enter();
        processorTime = SECOND;
        leave(first);
        refused();

        podsWait = false;
        leave(enter());
    }

    @Test
    void aSlowReaderHoldsOthersUpNoLongerThanItReads() {
        MockHttpServletRequest slow = enter();
        now = 100 * SECOND;
        leave(slow);
        leave(enter());
    }

    @Test
    void whoDidNotEnterDoesNotLeave() {
        MockHttpServletRequest first = enter();
        leave(new MockHttpServletRequest());
        refused();
        leave(first);
        leave(first);
        MockHttpServletRequest next = enter();
        refused();
        leave(next);
    }
}
