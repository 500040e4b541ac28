package dev.edgewise.networkprobe.goldpinger;

import dev.edgewise.common.Require;
import java.net.URI;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * A Goldpinger that runs in the cluster.
 *
 * @param url of its service, without a path
 * @param refresh time between an answer and the next request for all its results, 100 ms to 1 h; each time it asks all its pods
 * @param timeout how long its answer may take, 1 ms to 2 minutes: after 3 the loop that asks counts as stuck
 * @param namespace of its pods; empty for all namespaces
 * @param app value of the label {@code app} or {@code app.kubernetes.io/name} of its pods
 * @param silentRounds after how many refreshes without an answer a pair is lost, 1..1000
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
