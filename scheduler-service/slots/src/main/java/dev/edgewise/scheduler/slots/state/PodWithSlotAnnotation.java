package dev.edgewise.scheduler.slots.state;

import dev.edgewise.common.Names;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.PodKey;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A pod that names slots, as far as slots depend on it.
 *
 * @param pod name of the pod
 * @param uid uid of the pod
 * @param createdAt order of the pods that ask for the same slots
 * @param node name of the node that it is bound to, or assumed on; null while it waits
 * @param testbedUid uid of the testbed that it names
 * @param epoch of the run that it names
 * @param positions slots that it may go to, ascending
 * @param position slot that its binding took; {@value #NONE} if its binding names none
 */
public record PodWithSlotAnnotation(
        PodKey pod,
        String uid,
        Instant createdAt,
        @Nullable String node,
        String testbedUid,
        long epoch,
        List<Integer> positions,
        int position) {
    /** No slot. */
    public static final int NONE = -1;

    static final Comparator<PodWithSlotAnnotation> OLDEST_FIRST = Comparator.comparing(PodWithSlotAnnotation::createdAt)
            .thenComparing(user -> user.pod.toString())
            .thenComparing(PodWithSlotAnnotation::uid);

    /** Returns the pod as a user of slots; null if it names none, or in another form than is allowed. */
    public static @Nullable PodWithSlotAnnotation of(Pod pod) {
        String slots = pod.annotations().get(Names.SLOTS_ANNOTATION);
        String slot = pod.annotations().get(Names.SLOT_ANNOTATION);
        if (slots == null && slot == null) {
            return null;
        }
        AllowedSlotsAnnotation asked = slots == null ? null : AllowedSlotsAnnotation.read(slots);
        BoundSlotAnnotation taken = slot == null ? null : BoundSlotAnnotation.read(slot);
        if (taken != null) {
            return of(pod, taken.testbedUid(), taken.epoch(), List.of(taken.position()), taken.position());
        }
        return asked == null ? null : of(pod, asked.testbedUid(), asked.epoch(), asked.positions(), NONE);
    }

    private static PodWithSlotAnnotation of(
            Pod pod, String testbed, long epoch, List<Integer> positions, int position) {
        return new PodWithSlotAnnotation(
                pod.key(), pod.uid(), pod.createdAt(), pod.spec().nodeName(), testbed, epoch, positions, position);
    }

    boolean isSamePod(PodWithSlotAnnotation other) {
        return pod.equals(other.pod) && uid.equals(other.uid);
    }
}
