package dev.edgewise.scheduler.signals.rtt;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class RttRowTest {
    private final RttIndex index = RttIndex.empty()
            .with("a", Map.of("b", millis(5), "c", new Rtt(20_000, 30_000, 90_000, 0, 1), "d", millis(20)));

    @Test
    void aChangedRowLeavesOldIndexesAlone() {
        RttIndex changed = index.with("a", Map.of("b", millis(50)));

        assertThat(changed.from("a").size()).isEqualTo(1);
        assertThat(changed.from("a").to("b")).isEqualTo(millis(50));
        assertThat(row().size()).isEqualTo(3);
        assertThat(index.with("a", Map.of()).from("a")).isNull();
    }

    @Test
    void anUnknownNodeHasNoTime() {
        assertThat(row().to("nowhere")).isNull();
        assertThat(index.from("nowhere")).isNull();
    }

    @Property(seed = "2")
    void eachNodeIsFoundWhateverIsMissing(
            @ForAll @Size(max = 8) List<@Size(max = 12) List<@IntRange(max = 12) Integer>> rows) {
        RttIndex built = RttIndex.empty();
        List<Map<String, Rtt>> expected = new ArrayList<>();
        for (List<Integer> row : rows) {
            Map<String, Rtt> times = new HashMap<>();
            row.forEach(node -> times.put("n" + node, millis(node)));
            built = built.with("from" + expected.size(), times);
            expected.add(times);
        }
        for (int row = 0; row < expected.size(); row++) {
            RttRow found = built.from("from" + row);
            for (int node = 0; found != null && node <= 13; node++) {
                assertThat(found.to("n" + node)).isEqualTo(expected.get(row).get("n" + node));
            }
        }
    }

    @Test
    void aRowKnowsItsOldestValueAndItsFirstExpiry() {
        RttRow row = RttIndex.empty()
                .with("a", Map.of("b", new Rtt(1, 1, 1, 100, 500), "c", new Rtt(1, 1, 1, 200, 300)))
                .from("a");

        assertThat(row.oldestObservation()).isEqualTo(100);
        assertThat(row.firstExpiry()).isEqualTo(300);
    }

    @Test
    void aValueIsReadAsItWasWritten() {
        Rtt measured = new Rtt(20_000, 30_000, 90_000, 0.25f, 12, 1_790_000_000_000L, Long.MAX_VALUE, null);
        Rtt estimated = Rtt.estimated(new Rtt.Estimate(9_000, 8_000, 85), 30_000, 1_790_000_000_000L, Long.MAX_VALUE);
        Rtt byHand = new Rtt(5, 6, 7, 0, 1);

        RttRow row = RttIndex.empty()
                .with("a", Map.of("b", measured, "c", estimated, "d", byHand))
                .from("a");

        assertThat(row.to("b")).isEqualTo(measured);
        assertThat(row.to("c")).isEqualTo(estimated);
        assertThat(row.to("d")).isEqualTo(byHand);
    }

    @Test
    void noRoundTripIsLongerThan35Minutes() {
        // 2,147 s is the largest int of microseconds, which stands for none.
        assertThat(index.with("a", Map.of("b", millis(86_400_000)))
                        .from("a")
                        .to("b")
                        .p50())
                .isEqualTo(Integer.MAX_VALUE - 1);
    }

    private RttRow row() {
        return index.from("a");
    }

    private static Rtt millis(long millis) {
        return new Rtt(millis * 1000, millis * 1000, millis * 1000, 0, 1);
    }
}
