package dev.edgewise.networkprobe.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.signal.EstimatedRange;
import dev.edgewise.networkprobe.estimation.Basis;
import dev.edgewise.networkprobe.estimation.Estimate;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class EstimateTableTest {
    private static final Instant T0 = Instant.parse("2026-11-21T08:00:00Z");
    private static final Duration VALID = Duration.ofMinutes(40);

    private final EstimateTable table = new EstimateTable(4, VALID);

    private static Estimate estimate(double micros) {
        return new Estimate(micros, micros / 2, micros * 2, Basis.AGREEING, 0.85);
    }

    private static Map<String, Estimate> line(int size, double offset) {
        Map<String, Estimate> line = new HashMap<>();
        for (int i = 1; i <= size; i++) {
            line.put("n" + i, estimate(i * 10_000 + offset));
        }
        return line;
    }

    @Test
    void theNearestArePublishedWithTheirBounds() {
        table.update("a", line(9, 0), to -> !to.equals("n2"), T0);

        assertThat(table.row("a")).containsOnlyKeys("n1", "n3", "n4", "n5");
        assertThat(table.find("a", "n3").p50Micros()).isEqualTo(30_000);
        assertThat(table.find("a", "n3").estimate()).isEqualTo(new EstimatedRange(15_000, 60_000, 85));
        assertThat(table.find("a", "n3").observed().source()).isEqualTo("estimate");
        assertThat(table.drainChanged()).isEqualTo(Map.of("a", Set.of("n1", "n3", "n4", "n5")));
    }

    @Test
    void whatMovedLittleIsNotPublishedAgainUntilHalfItsValidityIsOver() {
        table.update("a", line(4, 0), to -> true, T0);
        table.drainChanged();

        table.update("a", line(4, 900), to -> true, T0.plusSeconds(1_199));
        assertThat(table.drainChanged()).isEmpty();
        // 1.2 ms more are beyond a tenth for 10 ms only.
        table.update("a", line(4, 1_200), to -> true, T0.plusSeconds(1_199));
        assertThat(table.drainChanged()).isEqualTo(Map.of("a", Set.of("n1")));
        table.update("a", line(4, 0), to -> true, T0.plusSeconds(1_200));
        assertThat(table.drainChanged().get("a")).containsExactlyInAnyOrder("n1", "n2", "n3", "n4");
    }

    @Test
    void whoIsAtTheBorderDoesNotComeAndGo() {
        table.update("a", line(5, 0), to -> true, T0);
        Map<String, Estimate> swapped = line(5, 0);
        swapped.put("n5", estimate(39_000));

        table.update("a", swapped, to -> true, T0);
        assertThat(table.row("a")).containsOnlyKeys("n1", "n2", "n3", "n4", "n5");
    }

    @Test
    void anEstimateWithoutABoundSaysSoByTheLongestRoundTrip() {
        table.update(
                "a",
                Map.of("b", new Estimate(5_000, 0, Double.POSITIVE_INFINITY, Basis.DIFFERING, 0.85)),
                to -> true,
                T0);

        assertThat(table.find("a", "b").estimate().upperMicros()).isEqualTo(60_000_000);
    }

    @Test
    void aMeasuredPairsEstimateIsTakenOnce() {
        table.update("a", line(2, 0), to -> true, T0);

        assertThat(table.takeMeasured("a", "n1").p50Micros()).isEqualTo(10_000);
        assertThat(table.takeMeasured("a", "n1")).isNull();
        assertThat(table.row("a")).containsOnlyKeys("n2");
    }

    @Test
    void nodesThatLeftAreForgotten() {
        table.update("a", line(2, 0), to -> true, T0);
        table.update("n1", line(2, 0), to -> !to.equals("n1"), T0);
        table.drainChanged();

        table.remove(Set.of("n1"));

        assertThat(table.drainChanged()).isEqualTo(Map.of("a", Set.of("n1"), "n1", Set.of("n2")));
        assertThat(table.nodes()).containsExactlyInAnyOrder("a", "n2");
    }

    @Test
    void whatWasPublishedBeforeIsTakenOver() {
        table.update("a", line(2, 0), to -> true, T0);
        EstimateTable next = new EstimateTable(4, VALID);

        next.adopt("a", table.row("a"));

        assertThat(next.row("a")).isEqualTo(table.row("a"));
    }
}
