package dev.edgewise.common.signal.publish;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PeriodicResyncTest {
    private static List<String> rows(int count) {
        return IntStream.range(0, count).mapToObj(i -> "n" + i).toList();
    }

    @Test
    void fewRowsAreNamedOneASecond() {
        PeriodicResync repair = new PeriodicResync(Duration.ofMillis(500));

        assertThat(repair.next(() -> rows(3))).isEmpty();
        assertThat(repair.next(() -> rows(3))).containsExactly("n0");
        assertThat(repair.next(() -> rows(3))).isEmpty();
        assertThat(repair.next(() -> rows(3))).containsExactly("n1");
    }

    @Test
    void manyRowsAreAllNamedInFiveMinutes() {
        PeriodicResync repair = new PeriodicResync(Duration.ofSeconds(2));
        List<String> named = new ArrayList<>();
        for (int step = 0; step < 150; step++) {
            named.addAll(repair.next(() -> rows(3_000)));
        }

        // 10 a second, 20 a step.
        assertThat(named).containsExactlyInAnyOrderElementsOf(rows(3_000));
        assertThat(repair.next(() -> rows(3_000))).hasSize(20);
    }

    @Test
    void noRowsAreNoWork() {
        assertThat(new PeriodicResync(Duration.ofSeconds(2)).next(List::of)).isEmpty();
    }
}
