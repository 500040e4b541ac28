package dev.edgewise.networkprobe.sources;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.edgewise.common.testing.TestProperties;
import dev.edgewise.networkprobe.coordinator.AgentsProperties;
import dev.edgewise.networkprobe.estimates.EstimatesProperties;
import dev.edgewise.networkprobe.goldpinger.GoldpingerProperties;
import dev.edgewise.networkprobe.pairs.PublishProperties;
import dev.edgewise.networkprobe.peers.PeersProperties;
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
            "goldpinger", GoldpingerProperties.class);

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
    }

    @ParameterizedTest
    @CsvSource({
        "agents, round, 99ms, in 100ms..1h",
        "agents, echoes, 101, from 1 to 100",
        "agents, port, 0, from 1 to 65535",
        "agents, half-life, 9s, at least one round",
        "agents, silent-rounds, 0, 1 or more",
        "agents, token-cache, 0s, in 1ms..1d",
        "agents, token-cache, 110000d, in 1ms..1d",
        "agents, reports-per-round, 1, 2 or more",
        "peers, full-mesh-up-to, 251, from 0 to 250",
        "peers, per-node, 0, from 1 to 250",
        "peers, limits, -5, positive",
        "estimates, bound, 49, from 50 to 99",
        "estimates, nearest, -1, 0 or more",
        "estimates, every, 0s, 1s or more",
        "estimates, max-age, 0s, above 0",
        "publish, share, 1.5, in 0..1",
        "publish, delay, -1ms, 0 or more",
        "publish, loss, 2, in 0..1",
        "publish, valid-for, 0s, 1s or more",
        "publish, keep, 1m, at least valid-for",
        "goldpinger, url, nowhere, such as http://goldpinger",
        "goldpinger, refresh, 1ms, 100ms or more",
        "goldpinger, timeout, 0s, above 0",
        "goldpinger, timeout, 121s, 2m or less",
        "goldpinger, silent-rounds, 0, 1 or more"
    })
    void eachWrongValueIsNamed(String name, String property, String value, String allowed) {
        assertThatThrownBy(() -> bind(name, Map.of(PREFIX + name + "." + property, value)))
                .rootCause()
                .hasMessageContaining(allowed);
    }

    private static SourcesProperties sources(MockEnvironment environment) {
        return SourcesProperties.of(environment);
    }

    @Test
    void sourcesAreOneOrSeveralAndFilesByDefault() {
        assertThat(sources(new MockEnvironment()).inUse()).containsExactly(Source.STATIC);
        assertThat(sources(new MockEnvironment().withProperty(PREFIX + "sources", "agents, goldpinger"))
                        .inUse())
                .containsExactlyInAnyOrder(Source.AGENTS, Source.GOLDPINGER);
        assertThatThrownBy(() -> sources(new MockEnvironment().withProperty(PREFIX + "sources", "agent")))
                .rootCause()
                .hasMessage(PREFIX + "sources is \"agent\": it must be one or more of agents, static, goldpinger");
        assertThatThrownBy(() -> sources(new MockEnvironment().withProperty(PREFIX + "sources", "")))
                .rootCause()
                .hasMessageContaining("is empty");
    }
}
