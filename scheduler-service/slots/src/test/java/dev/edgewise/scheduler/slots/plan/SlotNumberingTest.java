package dev.edgewise.scheduler.slots.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.scheduler.slots.model.SlotPlace;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class SlotNumberingTest {
    @Test
    void thePositionOnTheNodeCountsFirstThenTheIndexOfTheNode() {
        List<SlotPlace> places = SlotNumbering.places(2, new TreeMap<>(Map.of(7, "c", 0, "b", 3, "a")));

        assertThat(places)
                .containsExactly(
                        place("b", 0, 0),
                        place("a", 3, 0),
                        place("c", 7, 0),
                        place("b", 0, 1),
                        place("a", 3, 1),
                        place("c", 7, 1));
    }

    @Property(seed = "42")
    void slotsWhoseNumbersDifferByTheNumberOfNodesAreOnOneNode(
            @ForAll @IntRange(min = 1, max = 20) int nodes, @ForAll @IntRange(min = 1, max = 8) int slotsPerNode) {
        TreeMap<Integer, String> names = new TreeMap<>();
        for (int i = 0; i < nodes; i++) {
            names.put(i, "node-" + i);
        }
        List<SlotPlace> places = SlotNumbering.places(slotsPerNode, names);

        assertThat(places).hasSize(nodes * slotsPerNode).doesNotHaveDuplicates();
        for (int i = 0; i + nodes < places.size(); i++) {
            assertThat(places.get(i + nodes).node()).isEqualTo(places.get(i).node());
        }
    }

    @Test
    void aTestbedInUseKeepsItsNumbersAndGrowsAtItsEnd() {
        List<SlotPlace> present = SlotNumbering.places(2, new TreeMap<>(Map.of(0, "a", 1, "b")));
        List<SlotPlace> desired = SlotNumbering.places(2, new TreeMap<>(Map.of(0, "a", 2, "c")));

        List<SlotPlace> inUse = SlotNumbering.renumber(present, desired, true);
        assertThat(inUse).startsWith(present.toArray(new SlotPlace[0]));
        assertThat(inUse.subList(4, 6)).containsExactly(place("c", 2, 0), place("c", 2, 1));
        // Node b has the positions 1 and 3.
        assertThat(SlotNumbering.retired(inUse, desired)).containsExactlyInAnyOrder(1, 3);
        assertThat(SlotNumbering.renumber(inUse, desired, false)).isEqualTo(desired);
        assertThat(SlotNumbering.retired(desired, desired)).isEmpty();
    }

    private static SlotPlace place(String node, int index, int positionOnNode) {
        return new SlotPlace(node, index, positionOnNode);
    }
}
