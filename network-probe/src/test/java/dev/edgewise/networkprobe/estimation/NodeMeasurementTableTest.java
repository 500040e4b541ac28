package dev.edgewise.networkprobe.estimation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class NodeMeasurementTableTest {
    private record Measured(int micros, int seconds) {}

    /** Against a map of the library. */
    @Property(tries = 200, seed = "1")
    void holdsWhatAMapHolds(@ForAll long seed) {
        Random random = new Random(seed);
        Map<Integer, Measured> expected = new HashMap<>();
        NodeMeasurementTable row = new NodeMeasurementTable();
        for (int action = 0; action < 300; action++) {
            int node = random.nextInt(64);
            int seconds = random.nextInt(100);
            switch (random.nextInt(20)) {
                case 0 -> {
                    row.remove(node);
                    expected.remove(node);
                }
                case 1 -> {
                    row.expire(seconds / 4);
                    expected.values().removeIf(measured -> measured.seconds < seconds / 4);
                }
                default -> {
                    row.put(node, action, seconds);
                    expected.put(node, new Measured(action, seconds));
                }
            }
        }

        Map<Integer, Measured> found = new HashMap<>();
        row.forEach((node, micros, seconds) -> found.put(node, new Measured(micros, seconds)));

        assertThat(found).isEqualTo(expected);
        for (int node = 0; node < 64; node++) {
            assertThat(row.micros(node)).isEqualTo(expected.getOrDefault(node, new Measured(-1, 0)).micros);
        }
    }
}
