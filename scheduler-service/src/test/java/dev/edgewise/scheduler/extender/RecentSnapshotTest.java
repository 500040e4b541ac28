package dev.edgewise.scheduler.extender;

import static dev.edgewise.scheduler.testing.TestNodes.node;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.testing.ManualTicker;
import dev.edgewise.common.testing.TestClock;
import dev.edgewise.scheduler.cluster.ClusterState;
import dev.edgewise.scheduler.cluster.Snapshot;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RecentSnapshotTest {
    private final ManualTicker ticker = new ManualTicker();
    private final ClusterState state = new ClusterState(new TestClock());
    private Runnable whileTaken = () -> {};
    private final RecentSnapshot snapshots = new RecentSnapshot(this::take, ticker);

    @Test
    void oneIsUsedForTenMilliseconds() {
        state.putNode(node("new").build());
        ticker.advance(Duration.ofMillis(10).minusNanos(1));
        assertThat(snapshots.get().nodes()).isEmpty();
        ticker.advance(Duration.ofNanos(1));
        assertThat(snapshots.get().nodes()).hasSize(1);
    }

    @Test
    void whileAnotherIsTakenTheLastIsGoodEnough() {
        assertThat(askedWhileTaken(Duration.ofMillis(99)).nodes()).isEmpty();
    }

    /** After a pause of all questions the last one may be of any age. */
    @Test
    void oneThatIsTooOldIsNotUsedWhileAnotherIsTaken() {
        assertThat(askedWhileTaken(Duration.ofMillis(100)).nodes()).hasSize(1);
    }

    /** What a question gets that comes in while the snapshot for another is being taken. */
    private Snapshot askedWhileTaken(Duration age) {
        state.putNode(node("new").build());
        ticker.advance(age);
        List<Snapshot> asked = new ArrayList<>();
        whileTaken = () -> {
            whileTaken = () -> {};
            asked.add(snapshots.get());
        };
        assertThat(snapshots.get().nodes()).hasSize(1);
        return asked.get(0);
    }

    private Snapshot take() {
        whileTaken.run();
        return state.snapshot();
    }
}
