package dev.edgewise.scheduler.slots.web.external;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.scheduler.slots.model.Slot;
import dev.edgewise.scheduler.slots.model.SlotPlace;
import dev.edgewise.scheduler.slots.model.SlotState;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The state of a slot tells clients that know four states whether they can use it. */
class ExternalSlotTest {
    private static String state(SlotState state, boolean isRetiring, @Nullable String problem) {
        Slot slot = new Slot(0, new SlotPlace("n0", 0, 0), state, null, null, null, 0, true, isRetiring, problem);
        return ExternalSlot.of(slot).state();
    }

    @Test
    void aFreeSlotThatCannotBeUsedIsAnError() {
        assertThat(state(SlotState.FREE, false, null)).isEqualTo("FREE");
        assertThat(state(SlotState.FREE, false, "node n0 is cordoned")).isEqualTo("ERROR");
        assertThat(state(SlotState.FREE, true, null)).isEqualTo("ERROR");
        assertThat(state(SlotState.LOST, false, null)).isEqualTo("ERROR");
    }

    @Test
    void aSlotInUseStaysSoWhateverIsWrongWithItsNode() {
        assertThat(state(SlotState.OCCUPIED, true, "node n0 is cordoned")).isEqualTo("OCCUPIED");
        assertThat(state(SlotState.RESERVED, false, "node n0 is cordoned")).isEqualTo("RESERVED");
    }
}
