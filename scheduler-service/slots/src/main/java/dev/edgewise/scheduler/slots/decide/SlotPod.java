package dev.edgewise.scheduler.slots.decide;

import dev.edgewise.scheduler.slots.model.ObjectKey;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A pod that names slots in its annotation {@code edgewise.dev/slots}.
 *
 * @param application name of the application, and so of the batch job, that it belongs to; empty if unknown
 * @param testbedUid of the testbed whose slots it names
 * @param epoch of the run that it names
 * @param node name of the node that it is bound to; null if it is pending
 * @param position the slot that its binding took, {@code edgewise.dev/slot}; -1 if none
 * @param phase as its status says
 * @param terminatingSince when its deletion was asked for; null if it was not
 */
public record SlotPod(
        ObjectKey key,
        String uid,
        String application,
        String testbedUid,
        long epoch,
        @Nullable String node,
        int position,
        Phase phase,
        @Nullable Instant terminatingSince) {
    /** Value of {@code position} for a pod without a slot. */
    public static final int NO_POSITION = -1;

    /** The phase of a pod. */
    public enum Phase {
        PENDING,
        RUNNING,
        SUCCEEDED,
        FAILED
    }

    /** Returns whether a slot is occupied by it, whatever its phase. */
    public boolean isInSlot() {
        return position != NO_POSITION;
    }

    /** Returns whether it has ended: it is in its slot until it is gone, but schedulers count its room as free. */
    boolean isFinished() {
        return phase == Phase.SUCCEEDED || phase == Phase.FAILED;
    }
}
