package dev.edgewise.scheduler.slots.web.external;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.edgewise.scheduler.slots.model.Slot;
import dev.edgewise.scheduler.slots.model.SlotState;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A slot as clients of the prototype know it.
 *
 * @param reservedFor name of the batch job that has it; null if none
 * @param state {@code FREE}, {@code RESERVED}, {@code OCCUPIED}, or {@code ERROR} for one that is lost, or free and
 *     unusable: its node is cordoned or has too little room, or it is retiring
 * @param podName name of the pod in it; empty if none
 */
record ExternalSlot(
        @Nullable String reservedFor,
        String state,
        String podName,
        String nodeName,
        int nodeId,
        int slotPositionOnNode,
        @JsonProperty("podUId") @Nullable String podUid,
        int position) {
    static ExternalSlot of(Slot slot) {
        return new ExternalSlot(
                slot.reservedFor(),
                state(slot),
                Objects.requireNonNullElse(slot.pod(), ""),
                slot.place().node(),
                slot.place().nodeIndex(),
                slot.place().positionOnNode(),
                slot.podUid(),
                slot.position());
    }

    private static String state(Slot slot) {
        boolean isUnusable = slot.state() == SlotState.LOST || (slot.state() == SlotState.FREE && !slot.isUsable());
        return isUnusable ? "ERROR" : slot.state().name();
    }
}
