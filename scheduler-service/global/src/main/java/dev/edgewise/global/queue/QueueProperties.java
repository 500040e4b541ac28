package dev.edgewise.global.queue;

import dev.edgewise.common.Require;
import dev.edgewise.global.model.PriorityClass;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of the queues First, Fast and Base. They hold for each replica, and exactly with one.
 *
 * @param share N*: requests that are dispatched from each queue in a round; what a queue does not use is added to those below it [1 to 1000]
 * @param promoteAfter K*: a request that has failed more often than this enters First [0 to 1000]
 * @param giveUpAfter Z*: a request that has failed more often than this is FAILED [0 to 1000]
 * @param maximumInFlight requests in flight without those that wait for a cluster; a namespace below its equal share is dispatched beyond it [1 to 100000]
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

    /** Returns the queue of a request: its own, until it has failed more than K* times. */
    PriorityClass queueOf(PriorityClass priority, int failures) {
        return failures > promoteAfter ? PriorityClass.FIRST : priority;
    }
}
