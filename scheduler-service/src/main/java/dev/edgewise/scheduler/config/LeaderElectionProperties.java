package dev.edgewise.scheduler.config;

import dev.edgewise.scheduler.kubernetes.lease.LeaseSettings;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Which of several replicas decides. {@code edgewise.leader-election=false} lets this one decide at once, with no Lease.
 *
 * @param namespace of the Lease
 * @param name of the Lease; each scheduler that runs beside this one needs its own
 * @param duration how long a Lease that is not renewed holds others back; whole seconds, above {@code renewDeadline}
 * @param renewDeadline how long a leader goes on without a renewal; above {@code retryPeriod}
 * @param retryPeriod time from one attempt to the next; above 0
 */
@ConfigurationProperties("edgewise.scheduler.lease")
public record LeaderElectionProperties(
        @DefaultValue("edgewise") String namespace,
        @DefaultValue("edgewise-scheduler") String name,
        @DefaultValue("15s") Duration duration,
        @DefaultValue("10s") Duration renewDeadline,
        @DefaultValue("2s") Duration retryPeriod) {
    private static final String PREFIX = "edgewise.scheduler.lease.";

    public LeaderElectionProperties {
        Require.that(!namespace.isBlank(), PREFIX + "namespace", "blank", "the name of a namespace");
        Require.that(!name.isBlank(), PREFIX + "name", "blank", "a name of its own");
        Require.positive(PREFIX + "retry-period", retryPeriod);
        Require.that(
                renewDeadline.compareTo(retryPeriod) > 0,
                PREFIX + "renew-deadline",
                renewDeadline,
                "above retry-period, " + retryPeriod);
        Require.that(
                duration.compareTo(renewDeadline) > 0,
                PREFIX + "duration",
                duration,
                "above renew-deadline, " + renewDeadline);
        Require.that(
                duration.getNano() == 0,
                PREFIX + "duration",
                duration,
                "a whole number of seconds, as a Lease has no shorter unit, such as 15s");
    }

    LeaseSettings settings(Identity identity) {
        return new LeaseSettings(namespace, name, identity.name(), duration, renewDeadline, retryPeriod);
    }
}
