package dev.edgewise.scheduler.cycle;

import static dev.edgewise.scheduler.testing.TestPods.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.testing.ManualTicker;
import dev.edgewise.scheduler.model.Pod;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class PreemptionHistoryTest {
    private final ManualTicker ticker = new ManualTicker();
    private final PreemptionHistory earlier = new PreemptionHistory(ticker);
    private final Pod high = pod("high").build();

    @Test
    void theFirstPreemptionWaitsForNothingNorDoesTheFirstOnAnotherNode() {
        assertThat(earlier.untilNext(high)).isNull();
        earlier.noteCarriedOut(high, "n1");
        assertThat(mayClear("n1")).isFalse();
        assertThat(mayClear("n2")).isTrue();
        assertThat(earlier.untilNext(high)).isEqualTo(Duration.ofSeconds(5));
        assertThat(earlier.mayEvictFrom(pod("another").build()).test("n1")).isTrue();

        ticker.advance(Duration.ofSeconds(5));
        assertThat(mayClear("n1")).isTrue();
        assertThat(earlier.untilNext(high)).isNull();
    }

    @Test
    void manyNodesAreNotClearedOneAfterTheOther() {
        earlier.noteCarriedOut(high, "n1");
        // After the second one 5 s wherever, then 10, 20, …, 300 s.
        for (int seconds : new int[] {5, 10, 20, 40, 80, 160, 300, 300}) {
            earlier.noteCarriedOut(high, "n" + seconds);
            assertThat(earlier.untilNext(high)).isEqualTo(Duration.ofSeconds(seconds));
            ticker.advance(Duration.ofSeconds(seconds).minusNanos(1));
            assertThat(mayClear("fresh")).isFalse();
            ticker.advance(Duration.ofNanos(1));
            assertThat(mayClear("fresh")).isTrue();
        }
    }

    @Test
    void whatIsLongAgoIsForgotten() {
        earlier.noteCarriedOut(high, "n1");
        earlier.noteRefused(high);
        assertThat(earlier.isRefused(high)).isTrue();
        ticker.advance(Duration.ofMinutes(5));
        assertThat(earlier.isRefused(high)).isFalse();

        ticker.advance(Duration.ofMinutes(10));
        earlier.noteCarriedOut(high, "n1");
        assertThat(earlier.untilNext(high)).as("as after a first one").isEqualTo(Duration.ofSeconds(5));
    }

    @Test
    void theOldestIsForgottenWhereThereAreTooMany() {
        ExpiringPodMap<Boolean> entries = new ExpiringPodMap<>(Duration.ofMinutes(5), 2, ticker);
        entries.put(in("default", "a"), true);
        entries.put(in("default", "b"), true);
        entries.put(in("default", "a"), true);
        entries.put(in("default", "c"), true);
        assertThat(entries.get(in("default", "b"))).isNull();
        assertThat(entries.get(in("default", "a"))).isTrue();

        ticker.advance(Duration.ofMinutes(5));
        entries.put(in("default", "d"), true);
        assertThat(entries.size()).as("those of which the time is over").isEqualTo(1);
    }

    @Test
    void theOldestOfTheNamespaceThatHasMostIsForgotten() {
        ExpiringPodMap<Boolean> entries = new ExpiringPodMap<>(Duration.ofMinutes(5), 3, ticker);
        entries.put(in("shop", "a"), true);
        for (String name : List.of("b", "c", "d", "e")) {
            entries.put(in("crowd", name), true);
        }
        assertThat(entries.get(in("shop", "a"))).isTrue();
        assertThat(entries.get(in("crowd", "c"))).isNull();
        assertThat(entries.get(in("crowd", "d"))).isTrue();

        // Three of the entries are of shop, crowd and ops, one each, so that the oldest one goes: that of shop.
        entries.remove(in("crowd", "d"));
        entries.put(in("ops", "f"), true);
        entries.put(in("web", "g"), true);
        assertThat(entries.get(in("shop", "a"))).isNull();
        assertThat(entries.get(in("web", "g"))).isTrue();
        assertThat(entries.size()).isEqualTo(3);
    }

    private static Pod in(String namespace, String name) {
        return pod(name).namespace(namespace).build();
    }

    private boolean mayClear(String node) {
        return earlier.mayEvictFrom(high).test(node);
    }
}
