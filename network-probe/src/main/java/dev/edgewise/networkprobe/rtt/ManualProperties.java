package dev.edgewise.networkprobe.rtt;

import dev.edgewise.common.Require;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Round-trip times that are put by hand.
 *
 * @param validFor for how long others may rely on one after the probe confirmed it, 1 s to 365 d; the probe confirms each that is in
 *     force before half of it is over
 */
@ConfigurationProperties("edgewise.network-probe.manual")
public record ManualProperties(@DefaultValue("24h") Duration validFor) {
    public ManualProperties {
        Require.within(
                "edgewise.network-probe.manual.valid-for", validFor, Duration.ofSeconds(1), Duration.ofDays(365));
    }
}
