package dev.edgewise.scheduler.cycle.details;

import static dev.edgewise.scheduler.testing.TestNodes.node;
import static dev.edgewise.scheduler.testing.TestPods.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.testing.ManualTicker;
import dev.edgewise.scheduler.plugins.BuiltInProfiles;
import dev.edgewise.scheduler.plugins.ProfileSet;
import dev.edgewise.scheduler.signals.rtt.Rtt;
import dev.edgewise.scheduler.signals.rtt.RttIndex;
import dev.edgewise.scheduler.state.ClusterState;
import dev.edgewise.scheduler.state.Snapshot;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** From edge-1: edge-2 1.1 ms, edge-3 40.5 ms, edge-4 41 ms but cordoned, edge-5 60 ms, edge-6 never measured. */
class EdgeEventDetailsTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:01:00Z");
    private static final long OBSERVED = NOW.minusSeconds(40).toEpochMilli();
    private static final long VALID = NOW.plusSeconds(20).toEpochMilli();

    private final ClusterState cluster = new ClusterState(Clock.fixed(NOW, ZoneOffset.UTC));
    private final EdgeEventDetails details = new EdgeEventDetails(
            new ProfileSet(List.of(BuiltInProfiles.edgewise(), BuiltInProfiles.stock())), cluster::snapshot);

    @BeforeEach
    void line() {
        for (String name : List.of("edge-1", "edge-2", "edge-3", "edge-5", "edge-6")) {
            cluster.putNode(node(name).build());
        }
        cluster.putNode(node("edge-4").cordoned().build());
        cluster.putNode(node("sunny").label("energy-status", "well-powered").build());
        cluster.change(
                RttIndex.FACT,
                rtt -> rtt.with(
                        "edge-1",
                        Map.of(
                                "edge-2",
                                micros(1_100),
                                "edge-3",
                                micros(40_500),
                                "edge-4",
                                micros(40_100),
                                "edge-5",
                                micros(60_000))));
        cluster.change(
                RttIndex.FACT, rtt -> rtt.with("edge-5", Map.of("edge-2", micros(90_000), "edge-3", micros(5_000))));
    }

    @Test
    void aPlacedPodIsToldHowFarItIsTheTightestNeedFirst() {
        assertThat(details.placed(pod("p").label("delay_edge-1", "2.5").build().assignedTo("edge-2")))
                .isEqualTo(": 1.1 ms from edge-1 (≤ 2.5 ms)");
        // 1.1 of 100 ms are 1 % of one need, 90 of 100 ms are 90 % of the other.
        assertThat(details.placed(pod("p").label("delay_edge-1", "100")
                        .label("delay_edge-5", "100")
                        .build()
                        .assignedTo("edge-2")))
                .isEqualTo(": 90 ms from edge-5 (≤ 100 ms), 1.1 ms from edge-1 (≤ 100 ms)");
    }

    @Test
    void aPlacedPodIsToldOfEnergyAndBackup() {
        assertThat(details.placed(pod("p").build().assignedTo("sunny").backedUpBy("edge-1")))
                .isEqualTo(": energy well-powered, backup edge-1");
        assertThat(details.placed(pod("p").build().assignedTo("edge-2"))).isEmpty();
    }

    @Test
    void theStockProfileKeepsItsWords() {
        assertThat(details.placed(pod("p").scheduler(BuiltInProfiles.stock().name())
                        .label("delay_edge-1", "2.5")
                        .build()
                        .assignedTo("sunny")))
                .isEmpty();
        assertThat(details.rejected(pod("p").scheduler(BuiltInProfiles.stock().name())
                        .label("delay_edge-1", "2.5")
                        .build()))
                .isEmpty();
        assertThat(details.placed(pod("p").scheduler("other").build().assignedTo("sunny")))
                .isEmpty();
    }

    @Test
    void aRejectedPodIsToldOfTheNearestNodeThatIsOpen() {
        // Only edge-1 and edge-2 are within 40 ms, and both may be full. edge-4 is nearer than edge-3, but cordoned.
        assertThat(details.rejected(pod("p").label("delay_edge-1", "40").build()))
                .isEqualTo(" nearest edge-3, 40.5 ms from edge-1 (≤ 40 ms)");
    }

    /**
     * The ratios of both needs: edge-2 has 1.1/1 and 90/50 (1.8 times), edge-3 40.5/1 and 5/50 (40.5 times); the other
     * nodes lack one of them.
     */
    @Test
    void theNodeThatMissesItsWorstNeedByLeastIsTheNearest() {
        assertThat(details.rejected(pod("p").label("delay_edge-1", "1")
                        .label("delay_edge-5", "50")
                        .build()))
                .isEqualTo(" nearest edge-2, 90 ms from edge-5 (≤ 50 ms)");
    }

    /** Each is compared with the names of all nodes. */
    @Test
    void twoReferencesThatStandForNothingAreComparedAtMost() {
        assertThat(details.rejected(pod("p").label("delay_aaaaaaaaa", "20")
                        .label("delay_edge1", "20")
                        .build()))
                .isEqualTo(" Did you mean edge-1?");
        assertThat(details.rejected(pod("p").label("delay_aaaaaaaaa", "20")
                        .label("delay_bbbbbbbbb", "20")
                        .label("delay_edge1", "20")
                        .build()))
                .isEmpty();
    }

    @Test
    void aReferenceThatStandsForNothingIsCorrected() {
        for (String typo :
                List.of("edge1", "edg-1", "egde-1", "edge-11", "edge--1", "Edge-1", "edge_1", "dge-1", "edeg-1")) {
            assertThat(details.rejected(pod("p").label("delay_" + typo, "20").build()))
                    .as(typo)
                    .isEqualTo(" Did you mean edge-1?");
        }
        cluster.putPod(pod("camera-0").workload("camera").build());
        cluster.putPod(pod("lamp-0").namespace("other").workload("lamp").build());
        assertThat(details.rejected(pod("p").label("delay_camra", "20").build()))
                .isEqualTo(" Did you mean camera?");
        assertThat(details.rejected(pod("p").label("delay_lampe", "20").build()))
                .as("of another namespace")
                .isEmpty();
        assertThat(details.rejected(pod("p").label("delay_database", "20").build()))
                .isEmpty();
    }

    @Test
    void aThousandEventsOfASecondShareASnapshot() {
        ManualTicker ticker = new ManualTicker();
        CachedSnapshotSupplier shared = new CachedSnapshotSupplier(cluster::snapshot, Duration.ofSeconds(1), ticker);
        Snapshot first = shared.get();
        cluster.putNode(node("later").build());
        assertThat(shared.get()).isSameAs(first);
        ticker.advance(Duration.ofSeconds(1));
        assertThat(shared.get().node("later")).isNotNull();
    }

    private static Rtt micros(int micros) {
        return new Rtt(micros, micros, micros, OBSERVED, VALID);
    }
}
