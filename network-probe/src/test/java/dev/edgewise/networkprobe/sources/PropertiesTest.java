package dev.edgewise.networkprobe.sources;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.edgewise.common.boot.InvalidConfigurationException;
import dev.edgewise.common.testing.TestProperties;
import dev.edgewise.networkprobe.coordinator.AgentsProperties;
import dev.edgewise.networkprobe.estimates.EstimatesProperties;
import dev.edgewise.networkprobe.goldpinger.GoldpingerProperties;
import dev.edgewise.networkprobe.pairs.PublishProperties;
import dev.edgewise.networkprobe.peers.PeersProperties;
import dev.edgewise.networkprobe.rtt.ManualRttProperties;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.mock.env.MockEnvironment;

/** The defaults of the sources' properties, and each wrong value. */
class PropertiesTest {
    private static final String PREFIX = "edgewise.network-probe.";
    private static final Map<String, Class<?>> TYPES = Map.of(
            "agents", AgentsProperties.class,
            "peers", PeersProperties.class,
            "estimates", EstimatesProperties.class,
            "publish", PublishProperties.class,
            "goldpinger", GoldpingerProperties.class,
            "manual", ManualRttProperties.class);

    private static Object bind(String name, Map<String, String> values) {
        return TestProperties.bind(TYPES.get(name), values);
    }

    @Test
    void defaults() {
        assertThat(bind("agents", Map.of()))
                .isEqualTo(new AgentsProperties(
                        Duration.ofSeconds(10),
                        5,
                        6970,
                        Duration.ofMinutes(5),
                        3,
                        "network-probe-agent",
                        Duration.ofMinutes(5),
                        8,
                        200));
        assertThat(bind("peers", Map.of()))
                .isEqualTo(new PeersProperties(48, 16, Duration.ofMinutes(10), List.of(20.0, 40.0, 80.0)));
        assertThat(PeersProperties.DEFAULTS).isEqualTo(bind("peers", Map.of()));
        assertThat(bind("estimates", Map.of()))
                .isEqualTo(new EstimatesProperties(85, 256, Duration.ofMinutes(10), Duration.ofHours(2)));
        assertThat(bind("publish", Map.of()))
                .isEqualTo(new PublishProperties(
                        0.05, Duration.ofNanos(200_000), 0.02, Duration.ofMinutes(10), Duration.ofMinutes(30)));
        assertThat(bind("goldpinger", Map.of()))
                .isEqualTo(new GoldpingerProperties(
                        URI.create("http://goldpinger:8080"),
                        Duration.ofSeconds(30),
                        Duration.ofSeconds(10),
                        "",
                        "goldpinger",
                        3));
        assertThat(bind("manual", Map.of())).isEqualTo(new ManualRttProperties(Duration.ofHours(24)));
    }

    @ParameterizedTest
    @CsvSource({
        "agents, round, 99ms, in 100ms..1h",
        "agents, echoes, 101, from 1 to 100",
        "agents, port, 0, from 1 to 65535",
        "agents, half-life, 9s, at least one round",
        "agents, half-life, 106751991168d, 'PT10S, and at most 30d'",
        "agents, silent-rounds, 0, from 1 to 1000",
        "agents, silent-rounds, 2147483647, from 1 to 1000",
        "agents, service-account, ' ', the name of a service account",
        "agents, token-cache, 0s, in 1ms..1d",
        "agents, token-cache, 110000d, in 1ms..1d",
        "agents, reports-per-round, 1, from 2 to 1000000",
        "agents, reports-per-round, 2147483647, from 2 to 1000000",
        "agents, reports-per-second, 0, from 1 to 1000000",
        "peers, full-mesh-up-to, 251, from 0 to 250",
        "peers, per-node, 0, from 1 to 250",
        "peers, window, 1ms, in 1s..30d",
        "peers, window, 106751991168d, in 1s..30d",
        "peers, limits, -5, positive",
        "estimates, bound, 49, from 50 to 99",
        "estimates, nearest, -1, from 0 to 100000",
        "estimates, nearest, 2147483647, from 0 to 100000",
        "estimates, every, 0s, in 1s..1d",
        "estimates, every, 106751991168d, in 1s..1d",
        "estimates, max-age, 0s, in 1s..365d",
        "publish, share, 1.5, in 0..1",
        "publish, delay, -1ms, in 0s..1m",
        "publish, delay, 110000d, in 0s..1m",
        "publish, loss, 2, in 0..1",
        "publish, valid-for, 0s, in 1s..30d",
        "publish, valid-for, 106751991168d, in 1s..30d",
        "publish, keep, 1m, at least valid-for",
        "publish, keep, 106751991168d, 'PT10M, and at most 365d'",
        "goldpinger, url, nowhere, 'an http or https URL, such as http://goldpinger'",
        "goldpinger, url, http://me:secret@goldpinger, url is http://***@goldpinger: it must be without user",
        "goldpinger, refresh, 1ms, in 100ms..1h",
        "goldpinger, refresh, 110000d, in 100ms..1h",
        "goldpinger, timeout, 500us, in 1ms..2m",
        "goldpinger, timeout, 121s, in 1ms..2m",
        "goldpinger, app, ' ', the value of the label app",
        "goldpinger, silent-rounds, 0, from 1 to 1000",
        "manual, valid-for, 0s, in 1s..365d",
        "manual, valid-for, 106751991168d, in 1s..365d"
    })
    void eachWrongValueIsNamed(String name, String property, String value, String allowed) {
        assertThatThrownBy(() -> bind(name, Map.of(PREFIX + name + "." + property, value)))
                .rootCause()
                .hasMessageContaining(allowed);
    }

    @Test
    void valuesAreMeasuredAgainBeforeHalfOfTheirValidityIsOver() {
        PublishProperties publish = (PublishProperties) bind("publish", Map.of());
        publish.requireConfirmed(PREFIX + "agents.round", Duration.ofMinutes(5));

        assertThatThrownBy(() -> publish.requireConfirmed(PREFIX + "agents.round", Duration.ofSeconds(301)))
                .isInstanceOf(InvalidConfigurationException.class)
                .hasMessage("edgewise.network-probe.agents.round is PT5M1S: it must be at most half of"
                        + " edgewise.network-probe.publish.valid-for, PT10M, or values would be stale before they are"
                        + " confirmed.");
    }

    @Test
    void estimatesAreMadeOfWhatTheLastRoundsMeasured() {
        EstimatesProperties estimates =
                new EstimatesProperties(85, 256, Duration.ofMinutes(10), Duration.ofMinutes(15));
        estimates.requireRound(Duration.ofMinutes(7));

        assertThatThrownBy(() -> estimates.requireRound(Duration.ofMinutes(8)))
                .isInstanceOf(InvalidConfigurationException.class)
                .hasMessage("edgewise.network-probe.estimates.max-age is PT15M: it must be at least 2 times"
                        + " edgewise.network-probe.agents.round, PT16M.");
        assertThatThrownBy(() -> estimates.requireRound(Duration.ofMinutes(11)))
                .isInstanceOf(InvalidConfigurationException.class)
                .hasMessage("edgewise.network-probe.estimates.every is PT10M: it must be at least"
                        + " edgewise.network-probe.agents.round, PT11M.");
    }

    private static SourcesProperties sources(MockEnvironment environment) {
        return SourcesProperties.of(environment);
    }

    @Test
    void sourcesAreOneOrSeveralAndFilesByDefault() {
        assertThat(sources(new MockEnvironment()).inUse()).containsExactly(RttSourceKind.STATIC);
        assertThat(sources(new MockEnvironment().withProperty(PREFIX + "sources", "agents, goldpinger"))
                        .inUse())
                .containsExactlyInAnyOrder(RttSourceKind.AGENTS, RttSourceKind.GOLDPINGER);
        assertThatThrownBy(() -> sources(new MockEnvironment().withProperty(PREFIX + "sources", "agent")))
                .rootCause()
                .hasMessage(PREFIX + "sources is \"agent\": it must be one or more of agents, static, goldpinger");
        assertThatThrownBy(() -> sources(new MockEnvironment().withProperty(PREFIX + "sources", "")))
                .rootCause()
                .hasMessage(PREFIX + "sources is empty: it must be one or more of agents, static, goldpinger");
    }
}
