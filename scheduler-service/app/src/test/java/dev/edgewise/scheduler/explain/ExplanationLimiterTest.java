package dev.edgewise.scheduler.explain;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.edgewise.common.web.BusyException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;

class ExplanationLimiterTest {
    private static final long SECOND = Duration.ofSeconds(1).toNanos();

    private final MockHttpServletResponse response = new MockHttpServletResponse();
    private long now;
    private long processorTime;
    private boolean hasPendingPods = true;
    private final ExplanationLimiter gate =
            new ExplanationLimiter(() -> hasPendingPods, () -> now, () -> processorTime, Duration.ZERO);

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

        hasPendingPods = false;
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
