package dev.edgewise.global.replica;

import dev.edgewise.common.Require;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of the replicas, which share the requests.
 *
 * @param lease how long a replica lives after the last renewal of its Lease; then others take over its requests [2s to
 *     1m]
 * @param renewEvery how often a replica renews its Lease [200ms to 20s]
 */
@ConfigurationProperties("edgewise.global.replica")
public record ReplicaProperties(@DefaultValue("6s") Duration lease, @DefaultValue("2s") Duration renewEvery) {
    public ReplicaProperties {
        Require.within("edgewise.global.replica.lease", lease, Duration.ofSeconds(2), Duration.ofMinutes(1));
        Require.within(
                "edgewise.global.replica.renew-every", renewEvery, Duration.ofMillis(200), Duration.ofSeconds(20));
        Require.that(
                renewEvery.multipliedBy(2).compareTo(lease) <= 0,
                "edgewise.global.replica.renew-every",
                renewEvery,
                "at most half of edgewise.global.replica.lease, " + lease);
    }
}
