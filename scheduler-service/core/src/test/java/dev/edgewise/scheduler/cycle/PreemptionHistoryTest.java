package dev.edgewise.scheduler.cycle;

import static dev.edgewise.scheduler.testing.TestPods.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.testing.ManualTicker;
import dev.edgewise.scheduler.model.Pod;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class PreemptionHistoryTest {
    private final ManualTicker ticker = new ManualTicker();
    private final PreemptionHistory earlier = new PreemptionHistory(ticker);
    private final Pod high = pod("high").build();

    @Test
    void theFirstPreemptionWaitsForNothingNorDoesTheFirstOnAnotherNode() {
        assertThat(earlier.untilNext(high)).isNull();
        earlier.carriedOut(high, "n1");
        assertThat(mayClear("n1")).isFalse();
        assertThat(mayClear("n2")).isTrue();
        assertThat(earlier.untilNext(high)).isEqualTo(Duration.ofSeconds(5));
        assertThat(earlier.mayClear(pod("another").build()).test("n1")).isTrue();

        ticker.advance(Duration.ofSeconds(5));
        assertThat(mayClear("n1")).isTrue();
        assertThat(earlier.untilNext(high)).isNull();
    }

    @Test
    void manyNodesAreNotClearedOneAfterTheOther() {
        earlier.carriedOut(high, "n1");
        // After the second one 5 s wherever, then 10, 20, …, 300 s.
        for (int seconds : new int[] {5, 10, 20, 40, 80, 160, 300, 300}) {
            earlier.carriedOut(high, "n" + seconds);
            assertThat(earlier.untilNext(high)).isEqualTo(Duration.ofSeconds(seconds));
            ticker.advance(Duration.ofSeconds(seconds).minusNanos(1));
            assertThat(mayClear("fresh")).isFalse();
            ticker.advance(Duration.ofNanos(1));
            assertThat(mayClear("fresh")).isTrue();
        }
    }

    @Test
    void whatIsLongAgoIsForgotten() {
        earlier.carriedOut(high, "n1");
        earlier.refused(high);
        assertThat(earlier.isRefused(high)).isTrue();
        ticker.advance(Duration.ofMinutes(5));
        assertThat(earlier.isRefused(high)).isFalse();

        ticker.advance(Duration.ofMinutes(10));
        earlier.carriedOut(high, "n1");
        assertThat(earlier.untilNext(high)).as("as after a first one").isEqualTo(Duration.ofSeconds(5));
    }

    @Test
    void theOldestIsForgottenWhereThereAreTooMany() {
        RecentEntries<Boolean> entries = new RecentEntries<>(Duration.ofMinutes(5), 2, ticker);
        entries.put("a", true);
        entries.put("b", true);
        entries.put("a", true);
        entries.put("c", true);
        assertThat(entries.get("b")).isNull();
        assertThat(entries.get("a")).isTrue();

        ticker.advance(Duration.ofMinutes(5));
        entries.put("d", true);
        assertThat(entries.size()).as("those of which the time is over").isEqualTo(1);
    }

    private boolean mayClear(String node) {
        return earlier.mayClear(high).test(node);
    }
}
