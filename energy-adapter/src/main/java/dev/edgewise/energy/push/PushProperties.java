package dev.edgewise.energy.push;

import dev.edgewise.common.Require;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of devices that report their own energy.
 *
 * @param serviceAccount ServiceAccount whose pods report, each for its own node [name]
 * @param validFor validity of a report that states none [1s to 24h]
 */
@ConfigurationProperties("edgewise.energy-adapter.push")
public record PushProperties(
        @DefaultValue("energy-agent") String serviceAccount, @DefaultValue("5m") Duration validFor) {
    static final Duration SHORTEST = Duration.ofSeconds(1);
    static final Duration LONGEST = Duration.ofHours(24);

    private static final String PREFIX = "edgewise.energy-adapter.push.";

    public PushProperties {
        Require.that(!serviceAccount.isBlank(), PREFIX + "service-account", "blank", "the name of a service account");
        Require.that(isValidity(validFor), PREFIX + "valid-for", validFor, "in 1s..24h");
    }

    static boolean isValidity(Duration time) {
        return time.compareTo(SHORTEST) >= 0 && time.compareTo(LONGEST) <= 0;
    }
}
