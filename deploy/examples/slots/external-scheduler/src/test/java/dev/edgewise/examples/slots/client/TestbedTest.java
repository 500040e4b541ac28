package dev.edgewise.examples.slots.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.examples.slots.client.Testbed.Slot;
import dev.edgewise.examples.slots.client.Testbed.SlotPair;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Testbeds that can be had, whatever their state is called. */
class TestbedTest {
    private static Testbed testbed(String state, String... slots) {
        List<Slot> all = new ArrayList<>();
        for (String slot : slots) {
            all.add(new Slot(all.size(), slot));
        }
        return new Testbed("tb", state, Map.of("n0", all));
    }

    @ParameterizedTest
    @CsvSource({
        "SUCCESS, FREE, FREE, true",
        "ERROR, FREE, ERROR, true",
        "ERROR, ERROR, ERROR, false",
        "IN_PROGRESS, FREE, RESERVED, false",
        "RUNNING, FREE, OCCUPIED, false",
        "ERROR, FREE, RESERVED, false",
    })
    void itIsFreeWhereSlotsAreAndNoneIsInUse(String state, String first, String second, boolean isFree) {
        assertThat(testbed(state, first, second).isFree()).isEqualTo(isFree);
    }

    @Test
    void withoutSlotsItIsNotFree() {
        assertThat(new Testbed("tb", "SUCCESS", null).isFree()).isFalse();
        assertThat(new Testbed("tb", "ERROR", Map.of()).isFree()).isFalse();
    }

    @Test
    void aNodeThatIsDownLeavesThePairsOfTheOthers() {
        Testbed testbed = new Testbed(
                "tb",
                "ERROR",
                Map.of(
                        "n0", List.of(new Slot(0, "ERROR"), new Slot(2, "ERROR")),
                        "n1", List.of(new Slot(1, "FREE"), new Slot(3, "FREE"))));

        assertThat(testbed.isFree()).isTrue();
        assertThat(testbed.freePairs()).containsExactly(new SlotPair(1, 3));
    }
}
