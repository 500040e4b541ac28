package dev.edgewise.global.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.edgewise.global.model.GlobalRequest;
import dev.edgewise.kubernetes.api.ApiServerClient;
import dev.edgewise.kubernetes.http.ApiServerTransport;
import dev.edgewise.testkit.ScriptedServer;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The manifests of request a, which the API server has sent when it was created. */
class KubernetesManifestDocumentReaderIT {
    private static final String REQUEST =
            """
            {"metadata": {"name": "a", "namespace": "shop", "uid": "uid-a", "resourceVersion": "2"},
             "spec": {"manifests": {"inline": "kind: Pod"}, "clusters": [["edge"]]}, "status": {"phase": "Queued"}}
            """;

    private final RecentManifests recent = new RecentManifests();
    private final GlobalRequestCache cache = new GlobalRequestCache(recent, () -> 0);
    private ScriptedServer scripted;
    private ApiServerTransport server;
    private KubernetesManifestDocumentReader manifests;

    @BeforeEach
    void start() throws IOException {
        scripted = new ScriptedServer();
        server = ApiServerTransport.of(
                new ConfigBuilder(Config.empty()).withMasterUrl(scripted.url()).build());
        manifests = new KubernetesManifestDocumentReader(new ApiServerClient(server, Duration.ofSeconds(5)), recent);
    }

    @AfterEach
    void stop() throws IOException {
        server.close();
        scripted.close();
    }

    /** The API server is asked only by those that read them later. */
    @Test
    void theFirstReadingAsksNobody() throws Exception {
        GlobalRequest request = cache.written(GlobalRequestObject.of(new ObjectMapper().readTree(REQUEST)));

        assertThat(manifests.read(request).documents()).isEqualTo("kind: Pod");
        assertThat(scripted.requests).isEmpty();

        scripted.answer("HTTP/1.1 200 X\r\nContent-Length: " + REQUEST.length() + "\r\n\r\n" + REQUEST);
        assertThat(manifests.read(request).documents()).isEqualTo("kind: Pod");
        assertThat(scripted.requests).hasSize(1);
    }
}
