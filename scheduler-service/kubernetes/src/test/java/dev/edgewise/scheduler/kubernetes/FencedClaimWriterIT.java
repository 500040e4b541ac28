package dev.edgewise.scheduler.kubernetes;

import static dev.edgewise.scheduler.testing.TestPods.pod;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.edgewise.common.Backoff;
import dev.edgewise.kubernetes.api.ApiServerClient;
import dev.edgewise.kubernetes.api.Retries;
import dev.edgewise.kubernetes.http.ApiServerTransport;
import dev.edgewise.scheduler.cycle.BindException;
import dev.edgewise.scheduler.kubernetes.watch.ResourceClaimConverter;
import dev.edgewise.scheduler.model.devices.ResourceClaim;
import dev.edgewise.testkit.ScriptedServer;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import java.io.IOException;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class FencedClaimWriterIT {
    private static final String OVERLOADED = "HTTP/1.1 503 Service Unavailable\r\nContent-Length: 2\r\n\r\n{}";

    @Test
    void whoLeadsNoMoreDoesNotTryAgain() throws IOException {
        try (ScriptedServer scripted = new ScriptedServer();
                ApiServerTransport server = ApiServerTransport.of(new ConfigBuilder(Config.empty())
                        .withMasterUrl(scripted.url())
                        .build())) {
            scripted.answer(OVERLOADED, OVERLOADED, OVERLOADED);
            Iterator<Boolean> gate = List.of(true, false).iterator();
            KubernetesResourceClaimWriter writer = new KubernetesResourceClaimWriter(
                    new ApiServerClient(server, Duration.ofSeconds(5)),
                    new Retries(3, new Backoff(Duration.ofMillis(5), Duration.ofMillis(10)), new Random(1)),
                    gate::next);
            assertThatThrownBy(() -> writer.release(claim(), pod("a").build())).isInstanceOf(BindException.class);
            assertThat(scripted.requests).hasSize(1);
        }
    }

    private static ResourceClaim claim() {
        return ResourceClaimConverter.convert(new ResourceClaimBuilder()
                .withNewMetadata()
                .withName("gpu")
                .withNamespace("default")
                .withUid("uid-of-gpu")
                .endMetadata()
                .build());
    }
}
