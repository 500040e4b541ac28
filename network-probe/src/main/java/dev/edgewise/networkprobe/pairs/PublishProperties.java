package dev.edgewise.networkprobe.pairs;

import dev.edgewise.common.Require;
import dev.edgewise.networkprobe.sources.Source;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * When what is measured is worth a write.
 *
 * @param share a percentile that changed by at most this share counts as unchanged, 0..1
 * @param delay so does one that changed by at most this
 * @param loss a loss that changed by at most this share of the probes counts as unchanged, 0..1
 * @param validFor how long others may rely on a value; it is confirmed when half of that is over; 1 s or more
 * @param keep how long others may rely on the last value of a pair that nobody measures any more; at least {@code validFor}
 */
@ConfigurationProperties("edgewise.network-probe.publish")
public record PublishProperties(
        @DefaultValue("0.05") double share,
        @DefaultValue("200us") Duration delay,
        @DefaultValue("0.02") double loss,
        @DefaultValue("10m") Duration validFor,
        @DefaultValue("30m") Duration keep) {
    private static final String PREFIX = "edgewise.network-probe.publish.";

    public PublishProperties {
        Require.that(share >= 0 && share <= 1, PREFIX + "share", share, "in 0..1");
        Require.that(!delay.isNegative(), PREFIX + "delay", delay, "0 or more");
        Require.that(loss >= 0 && loss <= 1, PREFIX + "loss", loss, "in 0..1");
        Require.that(validFor.compareTo(Duration.ofSeconds(1)) >= 0, PREFIX + "valid-for", validFor, "1s or more");
        Require.that(keep.compareTo(validFor) >= 0, PREFIX + "keep", keep, "at least valid-for, " + validFor);
    }

    /** The rule for one source: what moved by no more than its resolution did not move. */
    public PublishRule rule(Source source) {
        Duration least = delay.compareTo(source.resolution()) >= 0 ? delay : source.resolution();
        return new PublishRule(source.published(), share, least.toNanos() / 1_000, loss, validFor, keep);
    }
}
