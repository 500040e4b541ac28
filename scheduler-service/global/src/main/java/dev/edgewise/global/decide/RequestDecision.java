package dev.edgewise.global.decide;

import dev.edgewise.global.model.RequestStatus;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The next step of a request.
 *
 * @param status the record to be written, by compare-and-set, before any action; equal to the one before if nothing changes, and then not written
 * @param actions to be done, in this order, once the status is written, and not if that write was refused; each brings an observation or bids, and the
 *     request is decided about again at once
 * @param nextCheck when to decide again without an event; null for never
 * @param requeue whether the request goes back to its queue
 */
public record RequestDecision(
        RequestStatus status, List<RequestAction> actions, @Nullable Instant nextCheck, boolean requeue) {
    public RequestDecision {
        actions = List.copyOf(actions);
    }
}
