package dev.edgewise.scheduler.slots.plan;

import dev.edgewise.scheduler.slots.model.ObjectKey;
import java.util.List;

/**
 * Slots for a job that starts now.
 *
 * @param positions ascending
 */
public record JobSlotAssignment(ObjectKey job, List<Integer> positions) {
    public JobSlotAssignment {
        positions = positions.stream().sorted().toList();
    }
}
