package dev.edgewise.scheduler.slots.model;

import dev.edgewise.scheduler.model.Resources;
import dev.edgewise.scheduler.model.Toleration;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The slots that a Testbed asks for.
 *
 * @param slotsPerNode number of slots on each node; above 0
 * @param nodeLabel key of the label that its nodes have; the label's value is the node's index, a whole number from 0
 * @param resourcesPerSlot requests that one pod in a slot may have in all
 * @param heldBy the way in which the room of free slots is held
 * @param releaseAfterIdle time without a Scheduling after which the room of its slots is released until the next one
 *     comes; null holds it always
 * @param tolerations of the pods in its slots, and of the pods that hold them
 */
public record TestbedSpec(
        int slotsPerNode,
        String nodeLabel,
        Resources resourcesPerSlot,
        FreeSlotHoldingMode heldBy,
        @Nullable Duration releaseAfterIdle,
        List<Toleration> tolerations) {
    public TestbedSpec {
        tolerations = List.copyOf(tolerations);
    }
}
