package dev.edgewise.networkprobe.pairs;

import dev.edgewise.common.Require;
import dev.edgewise.common.boot.InvalidConfigurationException;
import dev.edgewise.networkprobe.sources.RttSourceKind;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of the rules that decide which measured changes are written to the store.
 *
 * @param share smallest relative change of a percentile that is written [share 0 to 1]
 * @param delay smallest change of a percentile that is written [0s to 1m]
 * @param loss smallest change of a loss that is written [share 0 to 1]
 * @param validFor validity of a value; renewed after half of it [1s to 30d]
 * @param keep validity of the last value of a pair that is no longer measured [valid-for to 365d]
 */
@ConfigurationProperties("edgewise.network-probe.publish")
public record PublishProperties(
        @DefaultValue("0.05") double share,
        @DefaultValue("200us") Duration delay,
        @DefaultValue("0.02") double loss,
        @DefaultValue("10m") Duration validFor,
        @DefaultValue("30m") Duration keep) {
    private static final String PREFIX = "edgewise.network-probe.publish.";
    private static final Duration LONGEST_KEPT = Duration.ofDays(365);

    public PublishProperties {
        Require.that(share >= 0 && share <= 1, PREFIX + "share", share, "in 0..1");
        Require.within(PREFIX + "delay", delay, Duration.ZERO, Duration.ofMinutes(1));
        Require.that(loss >= 0 && loss <= 1, PREFIX + "loss", loss, "in 0..1");
        Require.within(PREFIX + "valid-for", validFor, Duration.ofSeconds(1), Duration.ofDays(30));
        Require.within(PREFIX + "keep", keep, "valid-for", validFor, LONGEST_KEPT);
    }

    /**
     * Checks that a source measures often enough: a value is to be confirmed when half of its validity is over.
     *
     * @param property that says how often the source measures
     * @throws InvalidConfigurationException if that is less often
     */
    public void requireConfirmed(String property, Duration every) {
        if (every.multipliedBy(2).compareTo(validFor) > 0) {
            throw new InvalidConfigurationException(
                    property + " is " + every + ": it must be at most half of " + PREFIX + "valid-for, " + validFor
                            + ", or values would be stale before they are confirmed.",
                    "Lower the first or raise the second.");
        }
    }

    /** The rule for one source: what moved by no more than its resolution did not move. */
    public PublishRule rule(RttSourceKind source) {
        Duration least = delay.compareTo(source.resolution()) >= 0 ? delay : source.resolution();
        return new PublishRule(source.published(), share, least.toNanos() / 1_000, loss, validFor, keep);
    }
}
