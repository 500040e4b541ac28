package dev.edgewise.global.decide;

import dev.edgewise.global.model.RequestStatus;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The next step of a request.
 *
 * @param status the record to be written, by compare-and-set, before any action; equal to the one before if nothing changes
 * @param actions to be done once the status is written; each brings an observation or bids for the next decision
 * @param nextCheck when to decide again without an event; null for never
 * @param requeue whether the request goes back to its queue
 */
public record RequestDecision(
        RequestStatus status, List<RequestAction> actions, @Nullable Instant nextCheck, boolean requeue) {
    public RequestDecision {
        actions = List.copyOf(actions);
    }
}
