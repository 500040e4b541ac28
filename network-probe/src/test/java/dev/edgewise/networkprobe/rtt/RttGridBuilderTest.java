package dev.edgewise.networkprobe.rtt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.signal.EstimatedRange;
import dev.edgewise.common.signal.ObservationMetadata;
import dev.edgewise.common.signal.Percentile;
import dev.edgewise.common.signal.RoundTripTime;
import dev.edgewise.common.web.Page;
import dev.edgewise.networkprobe.matrix.MatrixParser;
import dev.edgewise.networkprobe.nodes.NodeDirectory;
import dev.edgewise.networkprobe.nodes.ProbeNode;
import dev.edgewise.networkprobe.sources.EffectiveRttMerger;
import dev.edgewise.networkprobe.sources.FixedSource;
import java.io.StringWriter;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.support.StaticListableBeanFactory;

class RttGridBuilderTest {
    private static final Instant NOW = Instant.parse("2026-11-21T08:00:00Z");
    private static final Duration VALID = Duration.ofMinutes(10);

    private final FixedSource agents = new FixedSource();
    private final FixedSource estimates = new FixedSource();
    private final EffectiveRttMerger rtt =
            new EffectiveRttMerger(List.of(estimates, agents), Clock.fixed(NOW, ZoneOffset.UTC));

    private static ObservationMetadata minutesAgo(int minutes) {
        return new ObservationMetadata(NOW.minus(Duration.ofMinutes(minutes)), "x", VALID);
    }

    private static RoundTripTime measured(long micros, int minutesAgo) {
        return RoundTripTime.ofMicros(micros, minutesAgo(minutesAgo));
    }

    private static RoundTripTime lost(long micros) {
        return new RoundTripTime(micros, micros, micros, 1, 0, 1, minutesAgo(11));
    }

    private static RoundTripTime estimated(long micros) {
        return RoundTripTime.estimated(micros, new EstimatedRange(micros / 2, micros * 2, 85), minutesAgo(1));
    }

    @Test
    void theMatrixReadsBackAndSaysADayOfPairsThatAreNotKnown() throws Exception {
        agents.put("a", "b", measured(1_250, 0));
        estimates.put("b", "c", estimated(80_000));
        StringWriter out = new StringWriter();

        new RttExport(rtt).matrix(out, new TreeSet<>(Set.of("a", "b", "c")), Percentile.P50);

        assertThat(out).hasToString("0 1.25 86400000\n86400000 0 160\n86400000 86400000 0\n");
        assertThat(MatrixParser.parse("m", out.toString().getBytes()).micros(0, 1))
                .isEqualTo(1_250);
    }

    @Test
    void theTableTellsBoundsOfEstimatesOnly() throws Exception {
        agents.put("a", "b", measured(1_250, 1));
        estimates.put("b", "c", estimated(80_000));
        StringWriter out = new StringWriter();

        new RttExport(rtt).csv(out, NOW);

        assertThat(out.toString().lines().skip(1))
                .containsExactly(
                        "a,b,1.25,1.25,1.25,0.0,0,1,x,2026-11-21T07:59:00Z,60,false,,,",
                        "b,c,80,80,80,0.0,0,0,x,2026-11-21T07:59:00Z,60,false,40,160,85");
    }

    @Test
    void theGridIsOrderedByZone() {
        agents.put("a", "b", measured(1_000, 0));
        agents.put("a", "c", lost(2_000));
        agents.put("b", "c", measured(2_000, 11));
        estimates.put("c", "a", estimated(3_000));
        RttGridBuilder grids = new RttGridBuilder(rtt, new NodeDisplayOrder(node -> node.equals("a") ? "z" : "y"));

        RttGridResponse grid = grids.make(NOW);
        assertThat(grid.names()).containsExactly("b", "c", "a");
        assertThat(grid.states()).containsExactly(".s.", "..e", "ml.");
        assertThat(grid.micros()[1]).containsExactly(-1, -1, 3_000);

        RttGridResponse zones = grids.ofZones(rtt.nodes(), NOW);
        assertThat(zones.names()).containsExactly("y", "z");
        assertThat(zones.states()).containsExactly("se", "m.");
        assertThat(zones.micros()[1]).containsExactly(1_000, -1);
    }

    /** Most nodes have a zone of their own; z-1000 has two, and what is measured to others is not shown. */
    @Test
    void ofMoreZonesThanAPageHasRoomForThoseWithTheMostNodesAreShown() {
        for (int node = 1; node <= 1_000; node++) {
            agents.put("n-" + node, "n-" + (node % 1_000 + 1), measured(1_000, 0));
        }
        agents.put("m-1000", "n-1", measured(2_000, 0));
        agents.put("m-1000", "n-600", measured(2_000, 0));
        RttGridBuilder grids = new RttGridBuilder(rtt, new NodeDisplayOrder(node -> "z-" + node.substring(2)));

        RttGridResponse grid = grids.make(NOW);

        assertThat(grid.of()).isEqualTo("zone");
        assertThat(grid.names())
                .hasSize(RttGridBuilder.MOST_ROWS)
                .startsWith("z-1", "z-2")
                .endsWith("z-599", "z-1000");
        assertThat(grid.leftOut()).isEqualTo(400);
        assertThat(grid.states().get(599)).isEqualTo("m" + ".".repeat(599));
        assertThat(grid.micros()[599][0]).isEqualTo(1_000);
        assertThat(grid.states().get(598)).isEqualTo(".".repeat(600));
    }

    @Test
    void nodesAndZonesAreInNaturalOrder() {
        agents.put("edge-10", "edge-9", measured(1_000, 0));
        agents.put("edge-2", "edge-10", measured(1_000, 0));

        assertThat(rtt.names()).containsExactly("edge-2", "edge-10");
        assertThat(rtt.nodes()).containsExactly("edge-2", "edge-9", "edge-10");
        assertThat(new RttGridBuilder(rtt, new NodeDisplayOrder(node -> ""))
                        .make(NOW)
                        .names())
                .containsExactly("edge-2", "edge-9", "edge-10");
        RttGridBuilder zones =
                new RttGridBuilder(rtt, new NodeDisplayOrder(node -> node.equals("edge-2") ? "site-10" : "site-9"));
        assertThat(zones.make(NOW).names()).containsExactly("edge-9", "edge-10", "edge-2");
        assertThat(zones.ofZones(rtt.nodes(), NOW).names()).containsExactly("site-9", "site-10");
    }

    /** In static mode no cluster is watched; the matrix's metadata names zones. */
    @Test
    void aSourceThatKnowsZonesOrdersTheNodesWhereTheClusterKnowsNone() {
        agents.put("edge-10", "edge-9", measured(1_000, 0));
        agents.put("edge-2", "edge-10", measured(1_000, 0));
        agents.zone("edge-2", "site-10");
        agents.zone("edge-9", "site-9");
        agents.zone("edge-10", "site-9");
        NodeDirectory directory = new NodeDirectory();
        StaticListableBeanFactory beans = new StaticListableBeanFactory(Map.of("directory", directory));
        NodeDisplayOrder zones = new RttConfiguration()
                .nodeZones(beans.getBeanProvider(NodeDirectory.class), List.of(estimates, agents));

        assertThat(new RttGridBuilder(rtt, zones).make(NOW).names()).containsExactly("edge-9", "edge-10", "edge-2");
        assertThat(new RttGridBuilder(rtt, zones).make(NOW).zones()).containsExactly("site-9", "site-9", "site-10");

        directory.put(new ProbeNode("edge-10", "site-11", true, null));
        assertThat(new RttGridBuilder(rtt, zones).make(NOW).names()).containsExactly("edge-9", "edge-2", "edge-10");
    }

    /** A page's token names nodes: even if their zones change, the list continues there. */
    @Test
    void aListIsPagedInTheOrderOfNames() {
        agents.put("edge-10", "edge-9", measured(1_000, 0));
        agents.put("edge-2", "edge-10", measured(1_000, 0));
        RttController controller = new RttController(null, rtt, null, Clock.fixed(NOW, ZoneOffset.UTC), null);

        Page<RttResponse> first = controller.list(null, null, false, 1, null);
        assertThat(first.items()).extracting(RttResponse::from).containsExactly("edge-2");
        agents.zone("edge-2", "site-9");
        assertThat(controller.list(null, null, false, 1, first.next()).items())
                .extracting(RttResponse::from)
                .containsExactly("edge-10");
    }
}
