package dev.edgewise.global.remote;

import dev.edgewise.common.Require;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of the member clusters.
 *
 * @param timeout time within which a member answers one request [100ms to 1m]
 * @param requests requests to one member at a time, and as many short ones that check it and renew fences [1 to 100]
 * @param threads threads that work for one member, beside those for attempts with a fence [1 to 50]
 * @param healthEvery how often a member is asked whether it answers [100ms to 1m]
 * @param capacityEvery how often the capacity of a member is read; less often where that takes more than a tenth of the
 *     time [1s to 1h]
 * @param bidAge age of a capacity up to which it makes a bid without being read again [0s to 5m]
 * @param capacityValid age of a capacity up to which it makes a bid if it cannot be read again in time [1s to 1h]
 * @param capacityReads members whose capacity is read at the same time [1 to 50]
 * @param promiseFor time for which the capacity of an attempt is deducted whose pods are not seen [1s to 1h]
 * @param clusterScoped whether requests may have objects in no namespace, which the tenant's account in the member must
 *     be allowed to create [boolean]
 */
@ConfigurationProperties("edgewise.global.members")
public record MemberProperties(
        @DefaultValue("5s") Duration timeout,
        @DefaultValue("16") int requests,
        @DefaultValue("8") int threads,
        @DefaultValue("5s") Duration healthEvery,
        @DefaultValue("15s") Duration capacityEvery,
        @DefaultValue("30s") Duration bidAge,
        @DefaultValue("10m") Duration capacityValid,
        @DefaultValue("4") int capacityReads,
        @DefaultValue("2m") Duration promiseFor,
        @DefaultValue("false") boolean clusterScoped) {
    private static final String PREFIX = "edgewise.global.members.";
    private static final int MOST_REQUESTS = 100;
    private static final int MOST_THREADS = 50;

    public MemberProperties {
        Duration minute = Duration.ofMinutes(1);
        Duration hour = Duration.ofHours(1);
        Require.within(PREFIX + "timeout", timeout, Duration.ofMillis(100), minute);
        Require.within(PREFIX + "requests", requests, 1, MOST_REQUESTS);
        Require.within(PREFIX + "threads", threads, 1, MOST_THREADS);
        Require.within(PREFIX + "health-every", healthEvery, Duration.ofMillis(100), minute);
        Require.within(PREFIX + "capacity-every", capacityEvery, Duration.ofSeconds(1), hour);
        Require.within(PREFIX + "bid-age", bidAge, Duration.ZERO, Duration.ofMinutes(5));
        Require.within(PREFIX + "capacity-valid", capacityValid, Duration.ofSeconds(1), hour);
        Require.within(PREFIX + "capacity-reads", capacityReads, 1, MOST_THREADS);
        Require.within(PREFIX + "promise-for", promiseFor, Duration.ofSeconds(1), hour);
    }

    MemberLimits limits() {
        return new MemberLimits(
                timeout, requests, threads, healthEvery, capacityEvery, bidAge, capacityValid, capacityReads);
    }
}
