package dev.edgewise.rewards.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.signal.SignalStores;
import dev.edgewise.common.signal.memory.InMemorySignalStores;
import dev.edgewise.common.testing.ManualTicker;
import dev.edgewise.common.testing.TestClock;
import dev.edgewise.rewards.cluster.WatchFreshness;
import dev.edgewise.rewards.cluster.WatchedNodesAndPods;
import dev.edgewise.rewards.learning.facts.ContainerFacts;
import dev.edgewise.rewards.learning.facts.NodeFacts;
import dev.edgewise.rewards.learning.facts.PodFacts;
import dev.edgewise.rewards.learning.facts.PodUid;
import dev.edgewise.rewards.learning.ledger.PodTypeNodeLedger;
import dev.edgewise.rewards.learning.settings.LearnerSettings;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RewardMonitorTest {
    private static final String WEB = "ns.web";

    private final TestClock clock = new TestClock();
    private final SignalStores stores = new InMemorySignalStores();

    /** A replica of several that share the stores, each with watches of its own. */
    private final class TestReplica {
        private final WatchedNodesAndPods table = new WatchedNodesAndPods(new ManualTicker());
        private CompletableFuture<Void> caughtUp = CompletableFuture.completedFuture(null);
        private boolean leads;
        private final RewardMonitor monitor;

        TestReplica(boolean leads) {
            this.leads = leads;
            SimpleMeterRegistry meters = new SimpleMeterRegistry();
            this.monitor = new RewardMonitor(
                    table,
                    new WatchFreshness(() -> true, Map::of, () -> caughtUp),
                    LearnerSettings.DEFAULT,
                    stores,
                    () -> this.leads,
                    clock,
                    new RewardHistory(),
                    meters,
                    new RewardMetrics(meters, false));
            table.node(NodeFacts.ready("n1"), clock.instant());
        }

        void crashed(String pod) {
            ContainerFacts.Ending crash =
                    new ContainerFacts.Ending(1, "Error", TestClock.START.minusSeconds(20), TestClock.START);
            ContainerFacts container = new ContainerFacts("main", false, 1, "", "", null, crash, null);
            table.pod(
                    new PodFacts(
                            PodUid.of(pod),
                            pod,
                            WEB,
                            "n1",
                            "Running",
                            "",
                            "",
                            "",
                            false,
                            false,
                            null,
                            List.of(container)),
                    clock.instant());
        }

        void gone(String pod) {
            table.podGone("ns", pod, clock.instant());
        }

        /** The loop calls this again and again. */
        void step() {
            clock.advance(RewardMonitor.EVERY);
            monitor.step();
        }
    }

    private @Nullable PodTypeNodeLedger stored() {
        Map<String, Map<String, PodTypeNodeLedger>> rows = new HashMap<>();
        stores.of(OutcomeLedgerSignalKind.KIND).read(rows::put);
        return rows.getOrDefault(WEB, Map.of()).get("n1");
    }

    private long storedFailures() {
        PodTypeNodeLedger ledger = stored();
        return ledger == null ? 0 : ledger.failures();
    }

    @Test
    void aNewLeaderWhoseWatchIsBehindDoesNotCountAgainWhatFailedInPodsThatAreGone() {
        TestReplica first = new TestReplica(true);
        TestReplica second = new TestReplica(false);
        first.crashed("web-1");
        second.crashed("web-1");
        first.step();
        second.step();
        assertThat(storedFailures()).isEqualTo(1);
        first.gone("web-1");
        first.step();

        first.leads = false;
        second.leads = true;
        second.caughtUp = new CompletableFuture<>();
        second.step();
        assertThat(storedFailures()).as("before it caught up").isEqualTo(1);
        assertThat(second.monitor.learner()).isEmpty();
        assertThat(second.monitor.view().type(WEB))
                .as("as the leader published it")
                .isPresent();
        second.gone("web-1");
        second.caughtUp.complete(null);
        second.step();

        assertThat(second.monitor.adopted()).isPresent();
        assertThat(storedFailures()).isEqualTo(1);
    }

    @Test
    void whoLeadsAgainCatchesUpAgain() {
        TestReplica replica = new TestReplica(true);
        replica.step();
        assertThat(replica.monitor.adopted()).isPresent();
        replica.leads = false;
        replica.step();
        replica.caughtUp = new CompletableFuture<>();
        replica.leads = true;
        replica.step();
        assertThat(replica.monitor.learner()).isEmpty();
        replica.caughtUp.complete(null);
        replica.step();
        assertThat(replica.monitor.adopted()).isPresent();
    }

    @Test
    void whatAStoreLosesWhileNobodyLeadsIsWrittenAgain() {
        TestReplica replica = new TestReplica(true);
        replica.crashed("web-1");
        replica.step();
        replica.monitor.adopted().orElseThrow().pin(WEB, "n1", 0.9, null, clock.instant());
        replica.step();
        assertThat(stored()).isNotNull();
        stores.of(OutcomeLedgerSignalKind.KIND).replace(WEB, Map.of());
        replica.leads = false;
        replica.step();
        assertThat(replica.monitor.view().type(WEB)).as("known as it was").isPresent();
        replica.leads = true;
        replica.step();
        assertThat(stored()).isNotNull().satisfies(ledger -> {
            assertThat(ledger.failures()).isEqualTo(1);
            assertThat(ledger.pin()).isEqualTo(new PodTypeNodeLedger.Pin(0.9, null));
        });
    }
}
