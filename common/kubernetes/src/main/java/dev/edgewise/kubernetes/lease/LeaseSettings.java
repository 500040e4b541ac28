package dev.edgewise.kubernetes.lease;

import java.time.Duration;

/**
 * The Lease and its times. A leader's {@link LeaderWriteGate} closes {@code renewDeadline} after the request of its
 * last renewal; another replica may lead {@code duration} after it saw that renewal. The leader's last requests have
 * the difference to arrive.
 *
 * @param namespace where the Lease is
 * @param name of the Lease
 * @param identity of this replica; unique, also over restarts
 * @param duration how long others wait after the last renewal they saw; whole seconds, which others read in the Lease
 * @param renewDeadline how long a leader leads without a renewal
 * @param retryPeriod time from one attempt to the next
 */
public record LeaseSettings(
        String namespace,
        String name,
        String identity,
        Duration duration,
        Duration renewDeadline,
        Duration retryPeriod) {
    String lease() {
        return namespace + "/" + name;
    }

    /**
     * Maximum time of one request: a renewal that a slow API server does not answer is tried once more before the
     * deadline. A late response opens the fence for no longer, as its time begins when the renewal was requested.
     */
    public Duration requestTimeout() {
        return renewDeadline.minus(retryPeriod).dividedBy(2);
    }
}
