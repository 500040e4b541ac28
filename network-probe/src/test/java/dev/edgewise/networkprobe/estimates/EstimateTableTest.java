package dev.edgewise.networkprobe.estimates;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.signal.EstimatedRange;
import dev.edgewise.networkprobe.estimation.Estimate;
import dev.edgewise.networkprobe.estimation.EstimateBasis;
import dev.edgewise.networkprobe.estimation.Neighbour;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class EstimateTableTest {
    private static final Instant T0 = Instant.parse("2026-11-21T08:00:00Z");
    private static final Duration VALID = Duration.ofMinutes(40);

    private final EstimateTable table = new EstimateTable(4, VALID, UnaryOperator.identity());

    private static Estimate estimate(double micros) {
        return new Estimate(micros, micros / 2, micros * 2, EstimateBasis.AGREEING, 0.85);
    }

    /** Nodes n1, n2, … at 10 ms, 20 ms, … and so much more. */
    private static List<Neighbour> line(int size, double offset) {
        List<Neighbour> line = new ArrayList<>();
        for (int i = 1; i <= size; i++) {
            line.add(new Neighbour("n" + i, estimate(i * 10_000 + offset)));
        }
        return line;
    }

    @Test
    void theNearestArePublishedWithTheirBounds() {
        table.update("a", line(9, 0), T0);

        assertThat(table.candidates()).isEqualTo(5);
        assertThat(table.row("a")).containsOnlyKeys("n1", "n2", "n3", "n4");
        assertThat(table.find("a", "n3").p50Micros()).isEqualTo(30_000);
        assertThat(table.find("a", "n3").estimate()).isEqualTo(new EstimatedRange(15_000, 60_000, 85));
        assertThat(table.find("a", "n3").observed().source()).isEqualTo("estimate");
        assertThat(table.poll(T0)).isEqualTo(Map.of("a", Set.of("n1", "n2", "n3", "n4")));
    }

    @Test
    void whatMovedLittleIsNotPublishedAgainUntilHalfItsValidityIsOver() {
        table.update("a", line(4, 0), T0);
        table.poll(T0);

        table.update("a", line(4, 900), T0.plusSeconds(1_199));
        assertThat(table.poll(T0)).isEmpty();
        // 1.2 ms more are beyond a tenth for 10 ms only.
        table.update("a", line(4, 1_200), T0.plusSeconds(1_199));
        assertThat(table.poll(T0)).isEqualTo(Map.of("a", Set.of("n1")));
        table.update("a", line(4, 0), T0.plusSeconds(1_200));
        assertThat(table.poll(T0).get("a")).containsExactlyInAnyOrder("n1", "n2", "n3", "n4");
    }

    @Test
    void whoIsAtTheBorderDoesNotComeAndGo() {
        table.update("a", line(5, 0), T0);
        List<Neighbour> swapped = line(5, 0);
        swapped.set(3, new Neighbour("n5", estimate(39_000)));
        swapped.set(4, new Neighbour("n4", estimate(40_000)));

        table.update("a", swapped, T0);
        assertThat(table.row("a")).containsOnlyKeys("n1", "n2", "n3", "n4", "n5");
    }

    @Test
    void anEstimateWithoutABoundSaysSoByTheLongestRoundTrip() {
        Estimate boundless = new Estimate(5_000, 0, Double.POSITIVE_INFINITY, EstimateBasis.DIFFERING, 0.85);
        table.update("a", List.of(new Neighbour("b", boundless)), T0);

        assertThat(table.find("a", "b").estimate().upperMicros()).isEqualTo(60_000_000);
    }

    @Test
    void aMeasuredPairsEstimateIsTakenOnce() {
        table.update("a", line(2, 0), T0);

        assertThat(table.takeMeasured("a", "n1").orElseThrow().p50Micros()).isEqualTo(10_000);
        assertThat(table.takeMeasured("a", "n1")).isEmpty();
        assertThat(table.row("a")).containsOnlyKeys("n2");
    }

    @Test
    void nodesThatLeftAreForgotten() {
        table.update("a", line(2, 0), T0);
        table.update("n1", List.of(new Neighbour("n2", estimate(10_000))), T0);
        table.poll(T0);

        table.remove(Set.of("n1"));

        assertThat(table.poll(T0)).isEqualTo(Map.of("a", Set.of("n1"), "n1", Set.of("n2")));
        assertThat(table.nodes()).containsExactlyInAnyOrder("a", "n2");
    }

    @Test
    void whatWasPublishedBeforeIsTakenOver() {
        table.update("a", line(2, 0), T0);
        EstimateTable next = new EstimateTable(4, VALID, UnaryOperator.identity());

        next.adopt("a", table.row("a"), T0);

        assertThat(next.row("a")).isEqualTo(table.row("a"));
    }

    /** Rounds run beside the adoption: one that came between pairs and estimates must be followed by another look. */
    @Test
    void whoeverLooksForNodesThatLeftHearsOfEachAdoption() {
        table.update("a", line(2, 0), T0);
        EstimateTable next = new EstimateTable(4, VALID, UnaryOperator.identity());
        assertThat(next.takeAdopted()).as("at first all may have left").isTrue();
        assertThat(next.takeAdopted()).isFalse();

        next.adopt("a", table.row("a"), T0);

        assertThat(next.takeAdopted()).isTrue();
        assertThat(next.takeAdopted()).isFalse();
    }

    @Test
    void estimatesThatDoNotHoldAnyMoreAreNotTakenOver() {
        table.update("a", line(2, 0), T0);
        EstimateTable next = new EstimateTable(4, VALID, UnaryOperator.identity());

        next.adopt("a", table.row("a"), T0.plus(VALID).plusSeconds(1));

        assertThat(next.row("a")).isEmpty();
    }

    @Test
    void whatIsForgottenForAnotherWriterIsNoChangeOfOurs() {
        table.update("a", line(4, 0), T0);

        table.reset();

        assertThat(table.size()).isZero();
        assertThat(table.poll(T0)).isEmpty();
    }
}
