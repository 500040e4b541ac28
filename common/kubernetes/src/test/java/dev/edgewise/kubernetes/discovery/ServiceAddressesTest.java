package dev.edgewise.kubernetes.discovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.edgewise.common.testing.ManualTicker;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ServiceAddressesTest {
    private final FakeDiscovery discovery = new FakeDiscovery();
    private final ManualTicker ticker = new ManualTicker();
    private final ServiceAddresses addresses = new ServiceAddresses(discovery, ticker);

    @Test
    void aReplicaIsListedOnceInHalfAMinute() throws IOException {
        discovery.replica("probe", "10.0.0.1", 8080);

        assertThat(addresses.of("probe")).isEqualTo(URI.create("http://10.0.0.1:8080"));
        assertThat(addresses.of("probe")).isEqualTo(URI.create("http://10.0.0.1:8080"));
        assertThat(discovery.lists).isEqualTo(1);

        ticker.advance(Duration.ofSeconds(30));
        addresses.of("probe");
        assertThat(discovery.lists).isEqualTo(2);
    }

    @Test
    void aReplicaThatFailedIsLookedUpAgain() throws IOException {
        discovery.replica("probe", "10.0.0.1", 8080);
        addresses.of("probe");
        discovery.replicas.clear();
        discovery.replica("probe", "10.0.0.2", 8080);

        addresses.failed("probe");
        assertThat(addresses.of("probe")).as("not at once").isEqualTo(URI.create("http://10.0.0.1:8080"));
        ticker.advance(Duration.ofSeconds(5));

        assertThat(addresses.of("probe")).isEqualTo(URI.create("http://10.0.0.2:8080"));
    }

    @Test
    void aServiceWithoutAReadyReplicaIsNamed() {
        assertThatThrownBy(() -> addresses.of("probe"))
                .isInstanceOf(IOException.class)
                .hasMessage("Service probe has no ready replica in this namespace");
        assertThatThrownBy(() -> addresses.of("probe")).isInstanceOf(IOException.class);
        assertThat(discovery.lists).isEqualTo(1);
    }

    @Test
    void anAddressOfIpVersionSixIsBracketed() throws IOException {
        discovery.replica("probe", "fd00::1", 8080);

        assertThat(addresses.of("probe").getHost()).isEqualTo("[fd00::1]");
    }
}
