package dev.edgewise.scheduler.kubernetes.lease;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FenceTest {
    /** A watch may count from anywhere, and overflow. */
    @ParameterizedTest
    @ValueSource(longs = {0, -5, 1_000, Long.MAX_VALUE - 3})
    void isOpenUntilItsTimeIsOver(long now) {
        AtomicLong nanos = new AtomicLong(now);
        Fence fence = new Fence(nanos::get);
        assertThat(fence.holds()).isFalse();

        fence.openUntil(now + 10);
        assertThat(fence.holds()).isTrue();
        nanos.addAndGet(9);
        assertThat(fence.holds()).isTrue();
        assertThat(fence.remainingNanos()).isEqualTo(1);
        nanos.addAndGet(1);
        assertThat(fence.holds()).isFalse();
    }

    @Test
    void isShutAtOnce() {
        Fence fence = new Fence(() -> 7);
        fence.openUntil(100);
        fence.shut();
        assertThat(fence.holds()).isFalse();
    }
}
