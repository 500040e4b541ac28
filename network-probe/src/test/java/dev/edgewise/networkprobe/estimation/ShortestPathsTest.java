package dev.edgewise.networkprobe.estimation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class ShortestPathsTest {
    private static final int ALL = Integer.MAX_VALUE;

    private MeasuredPairs pairs = new MeasuredPairs();

    private SiteGraph graph(int nodes) {
        boolean[] present = new boolean[nodes];
        Arrays.fill(present, true);
        return SiteGraphBuilder.build(pairs, new SiteBuilder(pairs, present, 0).build(SiteMembership.none()), 0);
    }

    /** 0—1—2—3 of 10, 5 and 20 ms is 35 ms and shorter than the direct 50; nothing leads to 4. */
    @Test
    void goesOverAnyNumberOfHops() {
        pairs.put(0, 1, 10_000, 1);
        pairs.put(1, 2, 5_000, 1);
        pairs.put(2, 3, 20_000, 1);
        pairs.put(0, 3, 50_000, 1);

        assertThat(new ShortestPaths(graph(5)).search(0, ALL))
                .containsExactly(0, 10_000, 15_000, 35_000, ShortestPaths.NONE);
    }

    /**
     * Three edges: those of 0, then both of its nearest neighbour 1. The 50 ms to 3 is a path, yet not known to be the
     * best.
     */
    @Test
    void knowsAPathWhenItStopsEarly() {
        pairs.put(0, 1, 10_000, 1);
        pairs.put(1, 2, 5_000, 1);
        pairs.put(2, 3, 20_000, 1);
        pairs.put(0, 3, 50_000, 1);

        assertThat(new ShortestPaths(graph(5)).search(0, 3))
                .containsExactly(0, 10_000, 15_000, 50_000, ShortestPaths.NONE);
    }

    /** Against Floyd and Warshall. */
    @Property(tries = 100, seed = "1")
    void findsTheShortest(@ForAll long seed, @ForAll @IntRange(min = 2, max = 20) int nodes) {
        Random random = new Random(seed);
        pairs = new MeasuredPairs();
        long[][] lengths = new long[nodes][nodes];
        for (int from = 0; from < nodes; from++) {
            Arrays.fill(lengths[from], ShortestPaths.NONE);
            lengths[from][from] = 0;
        }
        for (int pair = 0; pair < 2 * nodes; pair++) {
            int from = random.nextInt(nodes);
            int to = random.nextInt(nodes);
            if (from != to && lengths[from][to] == ShortestPaths.NONE) {
                int micros = 2_000 + random.nextInt(100_000);
                pairs.put(from, to, micros, 1);
                lengths[from][to] = micros;
                lengths[to][from] = micros;
            }
        }
        for (int via = 0; via < nodes; via++) {
            for (int from = 0; from < nodes; from++) {
                for (int to = 0; to < nodes; to++) {
                    lengths[from][to] = Math.min(lengths[from][to], lengths[from][via] + lengths[via][to]);
                }
            }
        }

        ShortestPaths paths = new ShortestPaths(graph(nodes));

        for (int from = 0; from < nodes; from++) {
            int[] found = paths.search(from, ALL);
            for (int to = 0; to < nodes; to++) {
                assertThat((long) found[to]).isEqualTo(lengths[from][to]);
            }
        }
    }
}
