package dev.edgewise.scheduler.signals.energy;

import static dev.edgewise.scheduler.testing.TestEnergy.percent;
import static dev.edgewise.scheduler.testing.TestNodes.node;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.edgewise.common.signal.energy.EnergyLevel;
import dev.edgewise.common.signal.energy.EnergyReading;
import dev.edgewise.common.testing.TestClock;
import dev.edgewise.scheduler.model.Node;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class NodeEnergyByPositionTest {
    private static final Instant NOW = TestClock.START;

    @Test
    void aValidReadingIsBelievedMoreThanTheLabel() {
        NodeEnergy energy = NodeEnergy.of(labelled("well-powered"), percent(10), NOW);

        assertThat(energy.level()).isEqualTo(EnergyLevel.POWERLESS);
        assertThat(energy.isPowerless()).isTrue();
    }

    @Test
    void theLabelStandsInWhereThereNeverWasAReading() {
        assertThat(NodeEnergy.of(labelled("low-powered"), null, NOW).level()).isEqualTo(EnergyLevel.LOW_POWERED);
        assertThat(NodeEnergy.of(labelled("green"), null, NOW).level()).isNull();
    }

    @Test
    void aStaleReadingIsUnknownWhateverTheLabelSays() {
        EnergyReading reading = percent(10, NOW.minusSeconds(120));

        // Valid for 120 s: still at its last moment, not a millisecond later.
        assertThat(NodeEnergy.of(labelled("powerless"), reading, NOW).isPowerless())
                .isTrue();
        NodeEnergy stale = NodeEnergy.of(labelled("powerless"), reading, NOW.plusMillis(1));
        assertThat(stale.isStale()).isTrue();
        assertThat(stale.level()).isNull();
        assertThat(stale.valid()).isNull();
        assertThat(stale.reading()).isEqualTo(reading);
    }

    @Test
    void aLevelCountsMoreThanAnyPercentage() {
        // 3 tenths for each level and a tenth of the percentage: (3 * 3 + 0.8) / 10, (3 * 2 + 0.74) / 10, …
        assertThat(value(80)).isCloseTo(0.98, within(1e-9));
        assertThat(value(74)).isCloseTo(0.674, within(1e-9));
        assertThat(value(40)).isCloseTo(0.64, within(1e-9));
        assertThat(value(39)).isCloseTo(0.339, within(1e-9));
        assertThat(value(14)).isCloseTo(0.014, within(1e-9));
        assertThat(value(100)).isEqualTo(1);
        assertThat(value(0)).isZero();
    }

    @Test
    void unknownIsTheMiddleOfTheLevelsAndALabelTheMiddleOfItsLevel() {
        assertThat(NodeEnergy.UNKNOWN.value()).isEqualTo(0.5);
        // (3 * 2 + 0.5) / 10
        assertThat(NodeEnergy.of(labelled("vulnerable"), null, NOW).value()).isCloseTo(0.65, within(1e-9));
    }

    @Test
    void positionsAreRankedByLevelInTheOrderOfTheirTurns() {
        NodeEnergyByPosition table = table(
                Map.of("n0", percent(5), "n1", percent(20), "n2", percent(90), "n3", percent(50), "n5", percent(76)),
                new int[] {5, 4, 3, 2, 1, 0},
                nodes(6));

        // n4 is unknown: between vulnerable and low-powered.
        assertThat(table.ranks()).isDeepEqualTo(new int[][] {{5, 2}, {3}, {4}, {1}, {0}});
        assertThat(table.powerless()).isEqualTo(1);
        assertThat(table.at(2).value()).isCloseTo(0.99, within(1e-9));
        assertThat(table.at(-1)).isEqualTo(NodeEnergy.UNKNOWN);
    }

    /** Scores read these, not the readings. */
    @Test
    void valuesAndTimesAreThoseOfTheReadings() {
        NodeEnergyByPosition table = table(
                Map.of("n0", percent(90, NOW.minusSeconds(60)), "n1", percent(90, NOW.minusSeconds(121))),
                new int[] {0, 1, 2, 3},
                List.of(nodes(1).get(0), nodes(2).get(1), nodes(3).get(2), labelled("vulnerable")));

        for (int position = -1; position < 4; position++) {
            assertThat(table.value(position)).isEqualTo(table.at(position).value());
        }
        assertThat(table.observedSecond(1)).as("stale").isEqualTo(NodeEnergyByPosition.NO_READING);
        assertThat(table.observedSecond(2)).as("unknown").isEqualTo(NodeEnergyByPosition.NO_READING);
        assertThat(table.observedSecond(3)).as("by its label").isEqualTo(NodeEnergyByPosition.NO_READING);
        assertThat(table.observedSecond(-1)).as("not there").isEqualTo(NodeEnergyByPosition.NO_READING);
        NodeEnergyByPosition valid = table(Map.of("n0", percent(90, NOW.minusSeconds(60))), new int[] {0}, nodes(1));
        assertThat(valid.observedSecond(0)).isEqualTo(NOW.getEpochSecond() - 60);
    }

    @Test
    void nothingIsKnownWithoutReadingsAndLabels() {
        NodeEnergyByPosition empty = NodeEnergyByPosition.of(
                EnergyIndex.EMPTY,
                nodes(2),
                () -> {
                    throw new AssertionError("turns are not asked for");
                },
                NOW);

        assertThat(empty.isEmpty()).isTrue();
        assertThat(empty.powerless()).isZero();
        assertThat(table(Map.of("gone", percent(50)), new int[] {0, 1}, nodes(2))
                        .isEmpty())
                .isFalse();
    }

    @Test
    void countsFromWhereNodesAreKnown() {
        List<Node> nodes = Stream.concat(nodes(3).stream(), Stream.of(labelled("vulnerable")))
                .toList();
        NodeEnergyByPosition table = table(
                Map.of("n0", percent(50, NOW.minusSeconds(60)), "n1", percent(50, NOW.minusSeconds(121))),
                new int[] {0, 1, 2, 3},
                nodes);

        assertThat(table.coverage()).isEqualTo(new NodeEnergyByPosition.Coverage(1, 1, 1, 1, NOW.minusSeconds(121)));
    }

    @Test
    void holdsUntilTheFirstReadingIsStaleOrAnotherComes() {
        Map<String, EnergyReading> readings = Map.of("n0", percent(50), "n1", percent(50, NOW.plusSeconds(9)));
        EnergyIndex index = EnergyIndex.of(readings);
        NodeEnergyByPosition table = NodeEnergyByPosition.of(index, nodes(2), () -> new int[] {0, 1}, NOW);

        assertThat(table.holds(index, NOW.plusSeconds(120))).isTrue();
        assertThat(table.holds(index, NOW.plusSeconds(120).plusMillis(1))).isFalse();
        assertThat(table.holds(EnergyIndex.of(readings), NOW)).isFalse();
    }

    @Test
    void levelsDifferButNotWithEachPercent() {
        EnergyIndex index = EnergyIndex.of(Map.of("n0", percent(50), "n1", percent(80)));

        assertThat(index.hasLevelsOf(EnergyIndex.of(Map.of("n0", percent(45), "n1", percent(90)))))
                .isTrue();
        assertThat(index.hasLevelsOf(EnergyIndex.of(Map.of("n0", percent(39), "n1", percent(80)))))
                .isFalse();
        assertThat(index.hasLevelsOf(EnergyIndex.of(Map.of("n0", percent(50), "n2", percent(80)))))
                .isFalse();
        assertThat(index.hasLevelsOf(index.without("n1"))).isFalse();
        assertThat(index.without("n1").of("n1")).isNull();
        assertThat(index.without("n9")).isSameAs(index);
    }

    private static double value(double percent) {
        return NodeEnergy.of(node("n").build(), percent(percent), NOW).value();
    }

    private static NodeEnergyByPosition table(Map<String, EnergyReading> readings, int[] turns, List<Node> nodes) {
        return NodeEnergyByPosition.of(EnergyIndex.of(readings), nodes, () -> turns, NOW);
    }

    private static List<Node> nodes(int count) {
        return IntStream.range(0, count).mapToObj(i -> node("n" + i).build()).toList();
    }

    private static Node labelled(String level) {
        return node("labelled").label("energy-status", level).build();
    }
}
