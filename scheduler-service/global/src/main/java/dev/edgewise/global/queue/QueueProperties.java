package dev.edgewise.global.queue;

import dev.edgewise.common.Require;
import dev.edgewise.global.model.RequestQueuePriority;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of the queues First, Fast and Base. They hold for each replica, and exactly with one.
 *
 * @param share requests of a round: at most so many of First, twice as many with Fast, thrice in all; the prototype's
 *     N*, decision 0081 [1 to 1000]
 * @param promoteAfter passes over all levels without success; a request with more of them enters First; the prototype's
 *     K*, decision 0081 [0 to 1000]
 * @param giveUpAfter passes over all levels without success; a request with more of them is {@code Failed}; the
 *     prototype's Z*, decision 0081 [0 to 1000]
 * @param maximumInFlight requests in flight without those that wait for a cluster; a namespace below its equal share is
 *     dispatched beyond it [1 to 100000]
 */
@ConfigurationProperties("edgewise.global.queue")
public record QueueProperties(
        @DefaultValue("2") int share,
        @DefaultValue("2") int promoteAfter,
        @DefaultValue("5") int giveUpAfter,
        @DefaultValue("50") int maximumInFlight) {
    private static final int MOST = 1_000;
    private static final int MOST_IN_FLIGHT = 100_000;

    public QueueProperties {
        Require.within("edgewise.global.queue.share", share, 1, MOST);
        Require.within("edgewise.global.queue.promote-after", promoteAfter, 0, MOST);
        Require.within("edgewise.global.queue.give-up-after", giveUpAfter, 0, MOST);
        Require.within("edgewise.global.queue.maximum-in-flight", maximumInFlight, 1, MOST_IN_FLIGHT);
    }

    /** Returns the queue of a request: its own, until it has more failures than {@code promote-after}. */
    RequestQueuePriority queueOf(RequestQueuePriority priority, int failures) {
        return failures > promoteAfter ? RequestQueuePriority.FIRST : priority;
    }
}
