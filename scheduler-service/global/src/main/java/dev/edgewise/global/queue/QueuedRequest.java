package dev.edgewise.global.queue;

import dev.edgewise.global.model.GlobalRequest;
import dev.edgewise.global.model.RequestKey;
import dev.edgewise.global.model.RequestQueuePriority;
import java.time.Instant;
import java.util.Comparator;

/**
 * A request that waits.
 *
 * @param due when it may be dispatched
 */
record QueuedRequest(RequestKey key, RequestQueuePriority queue, Instant createdAt, int failures, Instant due) {
    static final Comparator<QueuedRequest> BY_CREATION =
            Comparator.comparing(QueuedRequest::createdAt).thenComparing(QueuedRequest::key);
    static final Comparator<QueuedRequest> BY_DUE =
            Comparator.comparing(QueuedRequest::due).thenComparing(BY_CREATION);

    static QueuedRequest of(GlobalRequest request, QueueProperties settings) {
        int failures = request.status().failures();
        Instant notBefore = request.status().notBefore();
        return new QueuedRequest(
                request.key(),
                settings.queueOf(request.spec().priority(), failures),
                request.createdAt(),
                failures,
                notBefore == null ? Instant.MIN : notBefore);
    }
}
