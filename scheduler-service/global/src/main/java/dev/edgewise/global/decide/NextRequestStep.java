package dev.edgewise.global.decide;

import dev.edgewise.global.model.RequestStatus;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The next step of a request. After a write that was made, and after an action that brought something, the request is
 * decided about again at once; after a write that was refused once the newer version is known, without any of the
 * actions.
 *
 * @param status the record to be written, by compare-and-set, before any action; equal to the one before if nothing
 *     changes, and then not written
 * @param actions to be done, in this order, once the status is written; each brings an observation or bids for the next
 *     decision, but for dropping the finalizer
 * @param nextCheck when to decide again without an event; null for never
 * @param requeue whether the request goes back to its queue
 * @param holdsPlace whether it counts among the requests in flight: not while it waits for a cluster that is
 *     unreachable, silent or slow to delete, and not while it only cleans up
 */
public record NextRequestStep(
        RequestStatus status,
        List<RequestAction> actions,
        @Nullable Instant nextCheck,
        boolean requeue,
        boolean holdsPlace) {
    public NextRequestStep {
        actions = List.copyOf(actions);
    }
}
