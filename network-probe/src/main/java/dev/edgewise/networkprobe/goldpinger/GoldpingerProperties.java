package dev.edgewise.networkprobe.goldpinger;

import dev.edgewise.common.Require;
import java.net.URI;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of a Goldpinger that runs in the cluster.
 *
 * @param url address of Goldpinger's Service, without a path [URL]
 * @param refresh time from an answer to the next request for all results; at most half of {@code publish.valid-for}
 *     [100ms to 1h]
 * @param timeout timeout of a request [1ms to 2m]
 * @param namespace namespace of Goldpinger's pods; empty: all [namespace]
 * @param app label {@code app} of Goldpinger's pods, or {@code app.kubernetes.io/name}, as its Helm chart sets it
 *     [label value]
 * @param silentRounds refreshes without an answer after which a pair counts as unreachable [1 to 1000]
 */
@ConfigurationProperties("edgewise.network-probe.goldpinger")
public record GoldpingerProperties(
        @DefaultValue("http://goldpinger:8080") URI url,
        @DefaultValue("30s") Duration refresh,
        @DefaultValue("10s") Duration timeout,
        @DefaultValue("") String namespace,
        @DefaultValue("goldpinger") String app,
        @DefaultValue("3") int silentRounds) {
    private static final String PREFIX = "edgewise.network-probe.goldpinger.";

    public GoldpingerProperties {
        Require.httpUrl(PREFIX + "url", url, "http://goldpinger.monitoring:8080");
        Require.within(PREFIX + "refresh", refresh, Duration.ofMillis(100), Duration.ofHours(1));
        Require.within(PREFIX + "timeout", timeout, Duration.ofMillis(1), Duration.ofMinutes(2));
        Require.that(!app.isBlank(), PREFIX + "app", "blank", "the value of the label app of its pods");
        Require.within(PREFIX + "silent-rounds", silentRounds, 1, 1_000);
    }

    URI checkAll() {
        return url.resolve("/check_all");
    }
}
