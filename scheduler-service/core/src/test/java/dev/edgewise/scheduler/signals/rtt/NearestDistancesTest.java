package dev.edgewise.scheduler.signals.rtt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.edgewise.common.signal.Percentile;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class NearestDistancesTest {
    private static final RttQualityRequirements MEDIAN = RttQualityRequirements.of(Percentile.P50);

    /** From a: b 10, c 20, d 20 ms; from e: b 5, c 40 ms. */
    private final RttIndex index = RttIndex.empty()
            .with("a", Map.of("b", millis(10), "c", rtt(20, 30, 60), "d", rtt(20, 20, 50)))
            .with("e", Map.of("b", millis(5), "c", millis(40), "a", millis(1)));

    private final Map<String, Integer> both = Map.of("a", 1, "e", 1);

    @Test
    void theBoundItselfIsInside() {
        assertThat(within(index, Map.of("a", 1), 20_000, MEDIAN))
                .startsWith("a", "b")
                .containsExactlyInAnyOrder("a", "b", "c", "d");
        assertThat(within(index, Map.of("a", 1), 19_999, MEDIAN)).containsExactly("a", "b");
    }

    @Test
    void eachPercentileHasItsOwnOrder() {
        // c: p95 30 ms, d: p95 20 ms
        assertThat(within(index, Map.of("a", 1), 30_000, RttQualityRequirements.of(Percentile.P95)))
                .containsExactly("a", "b", "d", "c");
        assertThat(within(index, Map.of("a", 1), 50_000, RttQualityRequirements.of(Percentile.P99)))
                .containsExactly("a", "b", "d");
    }

    @Test
    void theNearestOriginCounts() {
        // a and e themselves, b 5 ms from e, c and d 20 ms from a
        assertThat(within(index, both, 20_000, MEDIAN)).containsExactlyInAnyOrder("a", "e", "b", "c", "d");
        assertThat(within(index, both, 5_000, MEDIAN)).containsExactlyInAnyOrder("a", "e", "b");
        assertThat(micros("nowhere")).isEqualTo(NearestDistances.UNKNOWN);
        assertThat(micros("a")).isZero();
    }

    @Test
    void anOriginWithoutTimesIsStillNearItself() {
        assertThat(within(index, Map.of("lonely", 1), 20_000, MEDIAN)).containsExactly("lonely");
        assertThat(within(index, Map.of("lonely", 1, "a", 1), 10_000, MEDIAN))
                .containsExactlyInAnyOrder("lonely", "a", "b");
    }

    @Test
    void itIsWorkedOutOnceUntilARowOfItsOwnChanges() {
        NearestDistances first = index.nearest(both, MEDIAN);
        RttIndex unrelated = index.with("b", Map.of("c", millis(1)));

        assertThat(index.nearest(both, MEDIAN)).isSameAs(first);
        assertThat(unrelated.nearest(both, MEDIAN)).isSameAs(first);

        RttIndex changed = unrelated.with("e", Map.of("c", millis(3)));
        // b is 10 ms from a now, c 3 ms from e
        assertThat(within(changed, both, 10_000, MEDIAN)).containsExactlyInAnyOrder("a", "e", "c", "b");
        assertThat(changed.nearest(both, MEDIAN)).isNotSameAs(first);
    }

    @Test
    void whatIsTooOldDoesNotCountFromThenOn() {
        RttQualityRequirements since5 = new RttQualityRequirements(Percentile.P50, 1, 0, 5);
        // the time to b is valid until 7, which is not before 5; the one to c until 3
        RttIndex aged =
                RttIndex.empty().with("a", Map.of("b", new Rtt(10, 10, 10, 1, 7), "c", new Rtt(10, 10, 10, 1, 3)));

        assertThat(within(aged, Map.of("a", 1), 10, since5)).containsExactly("a", "b");
        assertThat(within(aged, Map.of("a", 1), 10, new RttQualityRequirements(Percentile.P50, 1, 0, 8)))
                .containsExactly("a");
        assertThat(within(aged, Map.of("a", 1), 10, since5)).containsExactly("a", "b");
    }

    @Test
    void namesOfDeletedNodesAreForgotten() {
        RttIndex aged = index;
        for (int i = 0; i < 3000; i++) {
            aged = aged.with("a", Map.of("b", millis(10), "autoscaled-" + i, millis(20)))
                    .forgetting();
        }

        assertThat(aged.ids().size()).isLessThan(800);
        // The row of e is as old as the first table.
        assertThat(within(aged, both, 20_000, MEDIAN)).containsExactlyInAnyOrder("a", "e", "b", "autoscaled-2999");
        assertThat(within(aged, Map.of("e", 1), 40_000, MEDIAN)).containsExactly("e", "a", "b", "c");
        assertThat(aged.numbers(List.of("b")).holdFor(index)).isFalse();
        assertThat(within(index, both, 5_000, MEDIAN)).containsExactlyInAnyOrder("a", "e", "b");
    }

    @Test
    void ofManySingleOriginsThoseAskedLastAreKept() {
        RttIndex wide = wide(5000);
        NearestDistances first = wide.nearest(Map.of("n0", 1), MEDIAN);
        Map<String, Integer> workload = Map.of("n1", 1, "n2", 1);
        NearestDistances ofWorkload = wide.nearest(workload, MEDIAN);

        // 2.6 million integers in all answers are 257 answers of 5,000 nodes.
        askSingle(wide, 1, 256);
        assertThat(wide.nearest(Map.of("n0", 1), MEDIAN)).isSameAs(first);
        askSingle(wide, 1, 257);
        assertThat(wide.nearest(Map.of("n0", 1), MEDIAN)).isNotSameAs(first);
        assertThat(wide.nearest(workload, MEDIAN)).isSameAs(ofWorkload);
    }

    @Test
    void percentilesOfOneOriginCountAsAnswersToo() {
        RttIndex wide = wide(5000);
        NearestDistances first = wide.nearest(Map.of("n0", 1), MEDIAN);

        for (int samples = 1; samples <= 257; samples++) {
            wide.nearest(Map.of("n0", 1), new RttQualityRequirements(Percentile.P99, 1, samples, 0));
        }

        assertThat(wide.nearest(Map.of("n0", 1), MEDIAN)).isNotSameAs(first);
    }

    @Test
    void shorterAndLongerBoundsAreAnsweredInAnyOrder() {
        NearestDistances nearest = wide(200).nearest(Map.of("n0", 1), MEDIAN);

        for (int millis : List.of(20, 5, 21, 150, 40, 1_000, 0)) {
            NodesWithinDelayBound within = nearest.within(millis * 1000L);

            // n0 itself, then n1 after one millisecond, and so on.
            assertThat(within.size()).isEqualTo(Math.min(millis, 199) + 1);
            for (int place = 0; place < within.size(); place++) {
                assertThat(nearest.micros(within.get(place))).isEqualTo(place * 1000L);
            }
        }
    }

    @Test
    void answersOfFewNodesAreFewEnoughToo() {
        RttIndex tiny = wide(3);
        NearestDistances first = tiny.nearest(Map.of("n0", 1), MEDIAN);

        for (int i = 1; i <= 26_000; i++) {
            tiny.nearest(Map.of("n0", 1), new RttQualityRequirements(Percentile.P50, i / 26_000.0, 1, 0));
        }

        assertThat(tiny.nearest(Map.of("n0", 1), MEDIAN)).isNotSameAs(first);
    }

    @Test
    void smallClustersKeepMoreAnswers() {
        RttIndex small = wide(500);
        NearestDistances first = small.nearest(Map.of("n0", 1), MEDIAN);

        askSingle(small, 1, 499);

        assertThat(small.nearest(Map.of("n0", 1), MEDIAN)).isSameAs(first);
    }

    @Test
    void anAnswerKeepsNoRowThatWasReplaced() {
        RttIndex live = index;
        WeakReference<RttIndex> old = new WeakReference<>(live.with("e", Map.of("b", millis(7))));
        WeakReference<RttRow> row = new WeakReference<>(old.get().from("e"));
        old.get().nearest(both, MEDIAN);
        old.get().nearest(Map.of("e", 1), MEDIAN);

        await().until(() -> {
            System.gc();
            return old.get() == null && row.get() == null;
        });
        // The answers live on with the index that shares them: b is 5 ms from e, as it was.
        assertThat(within(live, both, 5_000, MEDIAN)).containsExactlyInAnyOrder("a", "e", "b");
    }

    /** Returns an index of so many nodes; n0 knows the way to all. */
    private static RttIndex wide(int nodes) {
        Map<String, Rtt> row = new HashMap<>();
        IntStream.range(1, nodes).forEach(i -> row.put("n" + i, millis(i)));
        return RttIndex.empty().with("n0", row);
    }

    private static void askSingle(RttIndex index, int from, int to) {
        IntStream.rangeClosed(from, to).forEach(i -> index.nearest(Map.of("n" + i, 1), MEDIAN));
    }

    private long micros(String node) {
        NearestDistances nearest = index.nearest(both, MEDIAN);
        return nearest.micros(nearest.numberOf(node));
    }

    private static List<String> within(
            RttIndex index, Map<String, Integer> origins, long bound, RttQualityRequirements quality) {
        List<String> names = new ArrayList<>();
        NodesWithinDelayBound within = index.nearest(origins, quality).within(bound);
        for (int place = 0; place < within.size(); place++) {
            names.add(index.ids().name(within.get(place)));
        }
        return names;
    }

    private static Rtt rtt(long p50, long p95, long p99) {
        return new Rtt(p50 * 1000, p95 * 1000, p99 * 1000, 0, 1);
    }

    private static Rtt millis(long millis) {
        return rtt(millis, millis, millis);
    }
}
