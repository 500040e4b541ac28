package dev.edgewise.scheduler.slots.model;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A slot as people see it.
 *
 * @param position its number within the testbed: by position on the node first, then by the node's index
 * @param reservedFor name of the BatchJob whose run has it; null if none
 * @param pod name of the pod in it; null if none
 * @param podUid null if none
 * @param epoch of the run that has it; 0 if none
 * @param held whether its room is held; not if the testbed is idle and releases it
 * @param retiring whether it disappears once it is free, as the testbed or its nodes were changed
 * @param problem reason why no job is placed into it, such as a node that is cordoned or has too little room; null if
 *     none
 */
public record Slot(
        int position,
        SlotPlace place,
        SlotState state,
        @Nullable String reservedFor,
        @Nullable String pod,
        @Nullable String podUid,
        long epoch,
        boolean held,
        boolean retiring,
        @Nullable String problem) {
    public Slot {
        Objects.requireNonNull(place, "place");
        Objects.requireNonNull(state, "state");
    }

    /** Returns whether a job may be placed into it. */
    public boolean isUsable() {
        return state == SlotState.FREE && !retiring && problem == null;
    }

    /** Returns whether it may be used some time: waiting for it makes sense. */
    public boolean mayBecomeUsable() {
        return state != SlotState.LOST && !retiring && problem == null;
    }
}
