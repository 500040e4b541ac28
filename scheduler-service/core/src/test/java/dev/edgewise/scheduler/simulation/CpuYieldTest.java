package dev.edgewise.scheduler.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CpuYieldTest {
    private static final long MILLI = Duration.ofMillis(1).toNanos();

    private final List<Long> pauses = new ArrayList<>();
    private long now;
    private boolean hasPendingPods = true;
    private final CpuYield givingWay = new CpuYield(() -> hasPendingPods, () -> now, this::pause);

    private void pause(long nanos) {
        pauses.add(nanos / MILLI);
        now += nanos;
    }

    private void work(int millis) {
        now += millis * MILLI;
        givingWay.run();
    }

    @Test
    void whilePodsWaitItPausesNineTimesAsLongAsItWorked() {
        work(1);
        assertThat(pauses).isEmpty();
        work(1);
        work(1);
        work(3);
        assertThat(pauses).containsExactly(18L, 36L);
    }

    @Test
    void aLongPieceOfWorkDoesNotMakeItPauseForever() {
        work(5_000);
        assertThat(pauses).containsExactly(100L);
    }

    @Test
    void elseItGoesOn() {
        hasPendingPods = false;
        work(50);
        assertThat(pauses).isEmpty();
        hasPendingPods = true;
        work(1);
        assertThat(pauses).as("only what it worked since").isEmpty();
    }
}
