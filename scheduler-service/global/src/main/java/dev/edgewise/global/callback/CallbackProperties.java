package dev.edgewise.global.callback;

import dev.edgewise.common.Require;
import java.time.Duration;
import java.util.List;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of callbacks.
 *
 * @param allowedHosts hosts that are called though their addresses are not public, such as {@code hooks.internal} or
 *     {@code *.apps.svc}
 * @param attempts how often a callback is tried [1 to 50]
 * @param firstRetry wait after the first failure, doubled with each further one up to an hour [1s to 1h]
 * @param timeout time limit of one delivery, from connect to answer [100ms to 1m]
 */
@ConfigurationProperties("edgewise.global.callback")
record CallbackProperties(
        @DefaultValue List<String> allowedHosts,
        @DefaultValue("12") int attempts,
        @DefaultValue("5s") Duration firstRetry,
        @DefaultValue("10s") Duration timeout) {
    private static final String PREFIX = "edgewise.global.callback.";
    private static final int MOST_ATTEMPTS = 50;
    /** The longest wait between two deliveries. */
    static final Duration LONGEST_RETRY = Duration.ofHours(1);

    CallbackProperties {
        allowedHosts = List.copyOf(allowedHosts);
        Require.within(PREFIX + "attempts", attempts, 1, MOST_ATTEMPTS);
        Require.within(PREFIX + "first-retry", firstRetry, Duration.ofSeconds(1), LONGEST_RETRY);
        Require.within(PREFIX + "timeout", timeout, Duration.ofMillis(100), Duration.ofMinutes(1));
        for (String host : allowedHosts) {
            Require.that(
                    !host.isBlank() && host.indexOf('/') < 0 && host.lastIndexOf('*') <= 0,
                    PREFIX + "allowed-hosts",
                    host,
                    "the name of a host, or *. and the end of names");
        }
    }
}
