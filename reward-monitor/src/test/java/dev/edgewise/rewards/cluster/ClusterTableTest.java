package dev.edgewise.rewards.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.testing.ManualTicker;
import dev.edgewise.common.testing.TestClock;
import dev.edgewise.rewards.learning.NodeFacts;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class ClusterTableTest {
    private static final Duration LONG = Duration.ofSeconds(20);

    @Test
    void whoeverAsksDoesNotWaitForAChangeThatIsBeingLearned() {
        ClusterTable table = new ClusterTable(new ManualTicker());
        table.node(NodeFacts.ready("n1"), TestClock.START);
        synchronized (table) {
            assertThat(CompletableFuture.supplyAsync(table::nodes))
                    .succeedsWithin(LONG)
                    .isEqualTo(1);
            assertThat(CompletableFuture.supplyAsync(table::pods))
                    .succeedsWithin(LONG)
                    .isEqualTo(0);
            assertThat(CompletableFuture.supplyAsync(() -> table.find("ns/web")))
                    .succeedsWithin(LONG)
                    .isEqualTo(Optional.empty());
        }
    }
}
