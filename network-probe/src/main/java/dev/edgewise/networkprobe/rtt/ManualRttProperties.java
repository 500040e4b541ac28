package dev.edgewise.networkprobe.rtt;

import dev.edgewise.common.Require;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of the round-trip times that people set over REST.
 *
 * @param validFor validity of a value that was set over REST; renewed before half of it [1s to 365d]
 */
@ConfigurationProperties("edgewise.network-probe.manual")
public record ManualRttProperties(@DefaultValue("24h") Duration validFor) {
    public ManualRttProperties {
        Require.within(
                "edgewise.network-probe.manual.valid-for", validFor, Duration.ofSeconds(1), Duration.ofDays(365));
    }
}
