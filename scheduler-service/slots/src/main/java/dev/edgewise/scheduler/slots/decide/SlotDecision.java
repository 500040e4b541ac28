package dev.edgewise.scheduler.slots.decide;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The result of one decision about a namespace.
 *
 * @param actions in an order in which they may be carried out one after the other; several at once are as good
 * @param nextCheck when to decide again although nothing has changed, as a bound or a pause ends then; null if none
 *     runs
 */
public record SlotDecision(List<SlotAction> actions, @Nullable Instant nextCheck) {
    public SlotDecision {
        actions = List.copyOf(actions);
    }
}
