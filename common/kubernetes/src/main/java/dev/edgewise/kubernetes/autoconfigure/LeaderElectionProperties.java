package dev.edgewise.kubernetes.autoconfigure;

import dev.edgewise.common.Require;
import dev.edgewise.kubernetes.lease.LeaseSettings;
import dev.edgewise.kubernetes.lease.ReplicaIdentity;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of leader election; the same in every service that elects a leader.
 *
 * @param enabled {@code false}: this replica leads without a Lease; there must be no other [boolean]
 * @param name name of the Lease; empty: {@code edgewise-<service>}; a second scheduler needs its own [name]
 * @param namespace namespace of the Lease; empty: the service's own [namespace]
 * @param leaseDuration how long other replicas wait after the last renewal they saw; above {@code renew-deadline}
 *     [whole seconds to 1h]
 * @param renewDeadline how long a leader may write without a renewal; above {@code retry-period} [duration]
 * @param retryPeriod time between two attempts [from 100ms]
 */
@ConfigurationProperties("edgewise.leader-election")
public record LeaderElectionProperties(
        @DefaultValue("true") boolean enabled,
        @DefaultValue("") String namespace,
        @DefaultValue("") String name,
        @DefaultValue("15s") Duration leaseDuration,
        @DefaultValue("10s") Duration renewDeadline,
        @DefaultValue("2s") Duration retryPeriod) {
    private static final String PREFIX = "edgewise.leader-election.";
    private static final Duration SHORTEST = Duration.ofMillis(100);
    private static final Duration LONGEST = Duration.ofHours(1);

    public LeaderElectionProperties {
        Require.within(PREFIX + "retry-period", retryPeriod, SHORTEST, LONGEST);
        Require.that(
                renewDeadline.compareTo(retryPeriod) > 0,
                PREFIX + "renew-deadline",
                renewDeadline,
                "above retry-period, " + retryPeriod);
        Require.that(
                leaseDuration.compareTo(renewDeadline) > 0,
                PREFIX + "lease-duration",
                leaseDuration,
                "above renew-deadline, " + renewDeadline);
        Require.that(leaseDuration.compareTo(LONGEST) <= 0, PREFIX + "lease-duration", leaseDuration, "at most 1h");
        Require.that(
                leaseDuration.getNano() == 0,
                PREFIX + "lease-duration",
                leaseDuration,
                "a whole number of seconds, as a Lease has no shorter unit, such as 15s");
    }

    /**
     * @param ownNamespace for a Lease whose namespace is not configured
     * @param service its name, for a Lease whose name is not configured
     */
    LeaseSettings settings(String ownNamespace, String service, ReplicaIdentity identity) {
        return new LeaseSettings(
                namespace.isBlank() ? ownNamespace : namespace,
                name.isBlank() ? "edgewise-" + service : name,
                identity.name(),
                leaseDuration,
                renewDeadline,
                retryPeriod);
    }
}
