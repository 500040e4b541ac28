package dev.edgewise.networkprobe.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.edgewise.networkprobe.agent.probe.ProbeTimeouts;
import dev.edgewise.networkprobe.agent.report.CoordinatorAccess;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AgentSettingsTest {
    private static final Map<String, String> LEAST =
            Map.of("EDGEWISE_NODE_NAME", "edge-1", "EDGEWISE_COORDINATOR_URL", "http://network-probe:8080");

    private static Map<String, String> with(String variable, String value) {
        Map<String, String> all = new HashMap<>(LEAST);
        all.put(variable, value);
        return all;
    }

    @Test
    void hasDefaults() throws AgentSettings.InvalidException {
        assertThat(AgentSettings.from(LEAST))
                .isEqualTo(new AgentSettings(
                        new CoordinatorAccess(URI.create("http://network-probe:8080"), "edge-1", null, null),
                        6970,
                        6971,
                        new ProbeTimeouts(Duration.ofSeconds(3), Duration.ofMillis(5))));
    }

    @Test
    void readsAll() throws AgentSettings.InvalidException {
        AgentSettings settings = AgentSettings.from(Map.of(
                "EDGEWISE_NODE_NAME", "edge-1",
                "EDGEWISE_COORDINATOR_URL", "https://probe.example/",
                "EDGEWISE_TOKEN_FILE", "/token",
                "EDGEWISE_CA_FILE", "/ca.pem",
                "EDGEWISE_AGENT_PORT", "1",
                "EDGEWISE_HEALTH_PORT", "65535",
                "EDGEWISE_ECHO_TIMEOUT_MILLIS", "10",
                "EDGEWISE_STALL_MILLIS", "1000"));
        assertThat(settings)
                .isEqualTo(new AgentSettings(
                        new CoordinatorAccess(
                                URI.create("https://probe.example/"), "edge-1", Path.of("/token"), Path.of("/ca.pem")),
                        1,
                        65535,
                        new ProbeTimeouts(Duration.ofMillis(10), Duration.ofSeconds(1))));
    }

    @ParameterizedTest
    @CsvSource({
        "EDGEWISE_AGENT_PORT, 0, a whole number from 1 to 65535",
        "EDGEWISE_AGENT_PORT, 65536, a whole number from 1 to 65535",
        "EDGEWISE_HEALTH_PORT, x, a whole number from 1 to 65535",
        "EDGEWISE_HEALTH_PORT, 6970, 'another port than EDGEWISE_AGENT_PORT, 6970'",
        "EDGEWISE_ECHO_TIMEOUT_MILLIS, 9, a whole number from 10 to 10000",
        "EDGEWISE_STALL_MILLIS, 1.5, a whole number from 1 to 1000",
        "EDGEWISE_COORDINATOR_URL, network-probe:8080, an http or https URL",
        "EDGEWISE_COORDINATOR_URL, ftp://x, an http or https URL",
        "EDGEWISE_COORDINATOR_URL, http://a b, an http or https URL",
        "EDGEWISE_COORDINATOR_URL, http://x:0, an http or https URL",
        "EDGEWISE_COORDINATOR_URL, http://x:99999, 'an http or https URL, such as http://network-probe:8080, its port from 1 to 65535'",
        "EDGEWISE_NODE_NAME, a/b, the node's name in Kubernetes",
    })
    void aWrongValueIsNamedWithWhatIsAllowed(String variable, String value, String allowed) {
        assertThatThrownBy(() -> AgentSettings.from(with(variable, value)))
                .isInstanceOf(AgentSettings.InvalidException.class)
                .hasMessageStartingWith(variable + " is \"" + value + "\": it must be " + allowed)
                .message()
                .hasLineCount(1);
    }

    @Test
    void allFaultsAreToldAtOnce() {
        assertThatThrownBy(() -> AgentSettings.from(Map.of("EDGEWISE_STALL_MILLIS", "0")))
                .hasMessageContaining("EDGEWISE_COORDINATOR_URL is not set: it must be")
                .hasMessageContaining("EDGEWISE_NODE_NAME is not set: it must be")
                .hasMessageContaining("EDGEWISE_STALL_MILLIS is \"0\"")
                .message()
                .hasLineCount(3);
    }
}
