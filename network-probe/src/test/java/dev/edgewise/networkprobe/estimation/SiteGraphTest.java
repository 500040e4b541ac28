package dev.edgewise.networkprobe.estimation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.IntStream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** Nodes 0 and 1 stand at one site, 2 and 3 at another, 4 alone. */
class SiteGraphTest {
    private static final boolean[] FIVE = {true, true, true, true, true};

    private final MeasuredPairs pairs = new MeasuredPairs();

    private SiteGraph graph(int freshFrom) {
        pairs.put(0, 1, 300, 100);
        pairs.put(2, 3, 700, 100);
        return SiteGraphBuilder.build(pairs, new SiteBuilder(pairs, FIVE, 0).build(SiteMembership.none()), freshFrom);
    }

    /** Site 0 to site 1: 10, 12 and 40 ms, the median 12; within site 0 the one value 0.3 ms. */
    @Test
    void takesTheMedianOfAllPairsOfNodes() {
        pairs.put(0, 2, 10_000, 100);
        pairs.put(3, 0, 40_000, 100);
        pairs.put(1, 3, 12_000, 100);

        SiteGraph graph = graph(0);

        assertThat(graph.median(graph.edge(0, 1))).isEqualTo(12_000);
        assertThat(graph.median(graph.edge(1, 0))).isEqualTo(12_000);
        assertThat(graph.within(0)).isEqualTo(300);
        assertThat(graph.edge(0, 2)).isNegative();
        assertThat(graph.medianDegree()).isEqualTo(1);
    }

    @Test
    void moreSitesThanItCanNumberAreRefused() {
        int[] eachAlone = IntStream.rangeClosed(0, 46_340).toArray();
        SiteMembership sites = SiteMembership.numbered(eachAlone, eachAlone.length, List.of());

        assertThatThrownBy(() -> SiteGraphBuilder.build(pairs, sites, 0))
                .hasMessage("The nodes form 46341 sites: more than 46340 cannot be estimated");
    }

    @Test
    void isFreshByItsNewestPair() {
        pairs.put(0, 2, 10_000, 40);
        pairs.put(1, 3, 12_000, 90);

        SiteGraph newer = graph(90);
        SiteGraph older = graph(91);

        assertThat(newer.fresh(newer.edge(0, 1))).isTrue();
        assertThat(older.fresh(older.edge(0, 1))).isFalse();
    }

    /** 15 ms there, 10 ms back: more than a tenth apart, so both are kept; paths use the mean, 12.5 ms. */
    @Test
    void keepsDirectionsApartThatDiffer() {
        pairs.put(0, 2, 15_000, 100);
        pairs.put(2, 0, 10_000, 100);

        SiteGraph graph = graph(0);

        assertThat(graph.median(graph.edge(0, 1))).isEqualTo(12_500);
        assertThat(graph.directed(graph.edge(0, 1))).isCloseTo(15_000, Offset.offset(1.0));
        assertThat(graph.directed(graph.edge(1, 0))).isCloseTo(10_000, Offset.offset(1.0));
    }

    /**
     * 10.5 and 10 ms: one tenth is not exceeded. Two pairs that were measured one way each say nothing of the
     * direction.
     */
    @Test
    void takesDirectionsForOneThatHardlyDiffer() {
        pairs.put(0, 2, 10_500, 100);
        pairs.put(2, 0, 10_000, 100);
        pairs.put(3, 4, 20_000, 100);
        pairs.put(4, 2, 40_000, 100);

        SiteGraph graph = graph(0);

        assertThat(graph.directed(graph.edge(0, 1))).isEqualTo(10_250);
        assertThat(graph.directed(graph.edge(1, 2))).isEqualTo(30_000);
        assertThat(graph.directed(graph.edge(2, 1))).isEqualTo(30_000);
    }
}
