package dev.edgewise.global.queue;

import dev.edgewise.global.model.RequestQueuePriority;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * One round of at most three shares of requests: at most one share of First, two of First and Fast, the rest of Base.
 * Places become free one at a time, so that a round may last long: First and Fast never take the share that is left for
 * Base, whenever they arrive.
 */
final class DispatchRound {
    private final int share;
    private final Map<RequestQueuePriority, Integer> taken = new EnumMap<>(RequestQueuePriority.class);

    DispatchRound(int share) {
        this.share = share;
    }

    /**
     * Takes from the highest queue that has a share left.
     *
     * @param isWaiting whether a queue has a request
     * @return the queue to take from; null if the round is over
     */
    @Nullable
    RequestQueuePriority take(Predicate<RequestQueuePriority> isWaiting) {
        for (RequestQueuePriority queue : RequestQueuePriority.values()) {
            if (isWaiting.test(queue) && left(queue) > 0) {
                taken.merge(queue, 1, Integer::sum);
                return queue;
            }
        }
        return null;
    }

    private int left(RequestQueuePriority queue) {
        int first = taken.getOrDefault(RequestQueuePriority.FIRST, 0);
        int urgent = first + taken.getOrDefault(RequestQueuePriority.FAST, 0);
        int leftForAll = 3 * share - urgent - taken.getOrDefault(RequestQueuePriority.BASE, 0);
        int leftForUrgent = Math.min(2 * share - urgent, leftForAll);
        return switch (queue) {
            case FIRST -> Math.min(share - first, leftForUrgent);
            case FAST -> leftForUrgent;
            case BASE -> leftForAll;
        };
    }
}
