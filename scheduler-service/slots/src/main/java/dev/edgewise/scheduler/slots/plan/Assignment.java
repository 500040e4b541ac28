package dev.edgewise.scheduler.slots.plan;

import dev.edgewise.scheduler.slots.model.ObjectKey;
import java.util.List;

/**
 * Slots for a job that starts now.
 *
 * @param positions ascending
 */
public record Assignment(ObjectKey job, List<Integer> positions) {
    public Assignment {
        positions = positions.stream().sorted().toList();
    }
}
