package dev.edgewise.common.signal.redis;

import java.time.Duration;

/**
 * The times of following changes in Redis.
 *
 * @param block how long one read waits for changes; positive, below the command timeout
 * @param firstRetry pause before the first new attempt when Redis is unreachable; positive
 * @param lastRetry the longest pause between attempts, which double until there; more than {@code firstRetry}
 */
public record RedisFollowWaitTimes(Duration block, Duration firstRetry, Duration lastRetry) {
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(1);
    private static final Duration FIRST_RETRY = Duration.ofMillis(100);
    private static final Duration LAST_RETRY = Duration.ofSeconds(5);

    /** The usual times, where Redis answers a command within the given time or not at all. */
    public static RedisFollowWaitTimes within(Duration commandTimeout) {
        Duration half = commandTimeout.dividedBy(2);
        return new RedisFollowWaitTimes(
                half.compareTo(LONGEST_WAIT) < 0 ? half : LONGEST_WAIT, FIRST_RETRY, LAST_RETRY);
    }
}
