package dev.edgewise.scheduler.slots.state;

import dev.edgewise.common.Names;
import dev.edgewise.scheduler.cycle.BindException;
import dev.edgewise.scheduler.cycle.PreBindStep;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.slots.decide.SlotPausePod;
import dev.edgewise.scheduler.slots.model.SlotPlace;
import dev.edgewise.scheduler.state.ClusterState;
import dev.edgewise.scheduler.state.Snapshot;

/**
 * Deletes the pause pods of a slot before a pod is bound into it. The kubelet sees both in this order, so it does not
 * refuse the pod. In between, the assumed pod has the room. If the binding fails, the state still keeps the room for
 * the run, and a pause pod is created once the slot is free.
 */
public final class PausePodDeletionPreBind implements PreBindStep {
    private final ClusterState state;
    private final SlotPausePodDeleter remover;

    public PausePodDeletionPreBind(ClusterState state, SlotPausePodDeleter remover) {
        this.state = state;
        this.remover = remover;
    }

    @Override
    public void prepare(Pod assigned, Snapshot snapshot) throws BindException {
        String text = assigned.annotations().get(Names.SLOT_ANNOTATION);
        BoundSlotAnnotation slot = text == null ? null : BoundSlotAnnotation.read(text);
        if (slot == null) {
            return;
        }
        Snapshot now = state.snapshot();
        TestbedSlots testbed =
                now.get(SlotIndex.FACT).testbed(slot.testbedUid()).slots();
        SlotPlace place = testbed == null ? null : testbed.place(slot.position());
        if (place != null) {
            for (SlotPausePod pausePod : now.get(SlotPausePodsByNode.FACT).of(slot.testbedUid(), place)) {
                remover.remove(pausePod);
            }
        }
    }
}
