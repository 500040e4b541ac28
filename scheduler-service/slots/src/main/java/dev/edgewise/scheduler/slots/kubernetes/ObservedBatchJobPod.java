package dev.edgewise.scheduler.slots.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import dev.edgewise.common.Names;
import dev.edgewise.scheduler.slots.decide.SlotPod;
import dev.edgewise.scheduler.slots.model.ObjectKey;
import dev.edgewise.scheduler.slots.state.AllowedSlotsAnnotation;
import dev.edgewise.scheduler.slots.state.BoundSlotAnnotation;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A pod of a batch job as it was last seen.
 *
 * @param node null while it waits
 * @param position of the slot that its binding names; {@link SlotPod#NO_POSITION} if it names none, as a
 *     kube-scheduler's does
 * @param asked slots that it may go to, ascending
 */
record ObservedBatchJobPod(
        ObjectKey key,
        String uid,
        String job,
        String testbedUid,
        long epoch,
        @Nullable String node,
        int position,
        List<Integer> asked,
        SlotPod.Phase phase,
        @Nullable Instant terminatingSince) {
    /** Reads a pod; null if it names no slots. */
    static @Nullable ObservedBatchJobPod of(KubeObject pod) {
        AllowedSlotsAnnotation asked = AllowedSlotsAnnotation.read(pod.annotation(Names.SLOTS_ANNOTATION));
        BoundSlotAnnotation taken = BoundSlotAnnotation.read(pod.annotation(Names.SLOT_ANNOTATION));
        if (asked == null && taken == null) {
            return null;
        }
        JsonNode node = pod.spec().path("nodeName");
        boolean isBound = node.isTextual();
        String deleted = pod.getMetadata().getDeletionTimestamp();
        return new ObservedBatchJobPod(
                pod.key(),
                pod.uid(),
                pod.label(Names.BATCH_JOB_LABEL),
                taken != null && isBound ? taken.testbedUid() : asked == null ? "" : asked.testbedUid(),
                taken != null && isBound ? taken.epoch() : asked == null ? 0 : asked.epoch(),
                isBound ? node.asText() : null,
                taken != null && isBound ? taken.position() : SlotPod.NO_POSITION,
                asked == null ? List.of() : asked.positions(),
                phase(pod.status().path("phase").asText()),
                deleted == null ? null : Instant.parse(deleted));
    }

    private static SlotPod.Phase phase(String text) {
        return switch (text) {
            case "Running" -> SlotPod.Phase.RUNNING;
            case "Succeeded" -> SlotPod.Phase.SUCCEEDED;
            case "Failed" -> SlotPod.Phase.FAILED;
            default -> SlotPod.Phase.PENDING;
        };
    }

    /** Returns the pod for decisions, in that slot. */
    SlotPod in(int slot) {
        return new SlotPod(key, uid, job, testbedUid, epoch, node, slot, phase, terminatingSince);
    }
}
