package dev.edgewise.scheduler.extender.judgement;

import static dev.edgewise.scheduler.testing.TestNodes.node;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.edgewise.common.testing.ManualTicker;
import dev.edgewise.common.testing.TestClock;
import dev.edgewise.scheduler.state.ClusterState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class RecentSnapshotTest {
    private final ManualTicker ticker = new ManualTicker();
    private final ClusterState state = new ClusterState(new TestClock());
    private final List<Runnable> besides = new ArrayList<>();
    private final RecentSnapshot snapshots = new RecentSnapshot(state::snapshot, besides::add, Duration.ZERO, ticker);

    @Test
    void oneIsUsedForTenMilliseconds() {
        state.putNode(node("new").build());
        ticker.advance(Duration.ofMillis(10).minusNanos(1));
        assertThat(snapshots.get().nodes()).isEmpty();
        assertThat(besides).isEmpty();
        ticker.advance(Duration.ofNanos(1));
        snapshots.get();
        takeBesides();
        assertThat(snapshots.get().nodes()).hasSize(1);
        assertThat(besides).isEmpty();
    }

    /** The state may be locked by a change: no request waits for that. */
    @Test
    void whileAnotherIsTakenTheLastIsGoodEnough() {
        state.putNode(node("new").build());
        ticker.advance(Duration.ofMillis(99));
        assertThat(snapshots.get().nodes()).isEmpty();
        assertThat(snapshots.get().nodes()).isEmpty();
        assertThat(besides).as("for both").hasSize(1);
    }

    /** After a pause of all questions the last one may be of any age. */
    @Test
    void oneThatIsTooOldIsNotUsed() {
        RecentSnapshot atOnce = new RecentSnapshot(state::snapshot, Runnable::run, Duration.ZERO, ticker);
        state.putNode(node("new").build());
        ticker.advance(Duration.ofMillis(100));
        assertThat(atOnce.get().nodes()).hasSize(1);
    }

    @Test
    void aQuestionWaitsNoLongerThanItsDeadline() {
        ticker.advance(Duration.ofMillis(100));
        assertThatThrownBy(snapshots::get).isInstanceOf(DeadlineExceededException.class);
        takeBesides();
        assertThat(snapshots.get()).isNotNull();
    }

    @Test
    void afterAFailureAnotherIsTaken() {
        AtomicBoolean fails = new AtomicBoolean();
        RecentSnapshot failing = new RecentSnapshot(
                () -> {
                    if (fails.get()) {
                        throw new IllegalStateException("no");
                    }
                    return state.snapshot();
                },
                Runnable::run,
                Duration.ZERO,
                ticker);
        fails.set(true);
        ticker.advance(Duration.ofMillis(100));
        assertThatThrownBy(failing::get).hasRootCauseMessage("no");
        fails.set(false);
        assertThat(failing.get()).isNotNull();
    }

    private void takeBesides() {
        List<Runnable> now = List.copyOf(besides);
        besides.clear();
        now.forEach(Runnable::run);
    }
}
