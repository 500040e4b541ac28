package dev.edgewise.scheduler.kubernetes.fence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.edgewise.kubernetes.api.ApiServerClient;
import dev.edgewise.kubernetes.api.ApiUnavailableException;
import dev.edgewise.kubernetes.http.ApiServerTransport;
import dev.edgewise.testkit.ScriptedServer;
import io.fabric8.kubernetes.client.ConfigBuilder;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** ConfigMaps that a tenant has written to fill the memory of the service. */
class AnchorConfigMapRequestsIT {
    private static final int PAGE = 2 * 1024 * 1024;

    private ScriptedServer scripted;
    private ApiServerTransport server;
    private AnchorConfigMapRequests requests;

    @BeforeEach
    void start() throws IOException {
        scripted = new ScriptedServer();
        server = ApiServerTransport.of(
                new ConfigBuilder().withMasterUrl(scripted.url()).build());
        requests = new AnchorConfigMapRequests(new ApiServerClient(server, Duration.ofSeconds(30)));
    }

    @AfterEach
    void stop() throws IOException {
        server.close();
        scripted.close();
    }

    private void answer(String json) {
        scripted.answer("HTTP/1.1 200 OK\r\nContent-Length: " + json.length() + "\r\n\r\n" + json);
    }

    /** A page that others follow, of so many bytes. */
    private static String page(int bytes) {
        String begin = "{\"items\": [], \"metadata\": {\"continue\": \"next\", \"x\": \"";
        return begin + "x".repeat(bytes - begin.length() - 3) + "\"}}";
    }

    @Test
    void aPageIsNotReadBeyondItsLimit() {
        scripted.answer("HTTP/1.1 200 OK\r\nContent-Length: " + (PAGE + 1) + "\r\n\r\n");

        assertThatThrownBy(() -> requests.list("team-a"))
                .isInstanceOf(ApiUnavailableException.class)
                .hasMessageContaining("the answer is longer than 2097152 bytes");
        assertThat(scripted.requests.get(0))
                .startsWith("GET /api/v1/namespaces/team-a/configmaps?limit=50&")
                .contains("as=PartialObjectMetadataList");
    }

    /** 8 pages of 2 MiB are 16 MiB. */
    @Test
    void aListIsNotReadBeyondItsBytes() {
        for (int i = 0; i < 8; i++) {
            answer(page(PAGE));
        }

        assertThatThrownBy(() -> requests.list("team-a"))
                .isInstanceOf(AnchorConfigMapRequests.RefusedException.class)
                .hasMessage("ConfigMaps with the label edgewise.dev/request are more than 5000, or have more than"
                        + " 16777216 bytes of metadata");
        assertThat(scripted.requests).hasSize(8);
    }

    /** 100 pages of 50 are 5,000. */
    @Test
    void aListIsNotReadBeyondItsPages() {
        for (int i = 0; i < 100; i++) {
            answer(page(100));
        }

        assertThatThrownBy(() -> requests.list("team-a")).isInstanceOf(AnchorConfigMapRequests.RefusedException.class);
        assertThat(scripted.requests).hasSize(100);
    }

    @Test
    void keepsNoMoreOfAMomentThanOneCanHave() throws Exception {
        answer(
                "{\"items\": [{\"metadata\": {\"name\": \"edgewise-request-u-1\", \"uid\": \"u1\", \"resourceVersion\": \"7\","
                        + " \"labels\": {\"edgewise.dev/request\": \"u\", \"edgewise.dev/attempt\": \"1\"},"
                        + " \"annotations\": {\"edgewise.dev/expires\": \"" + "9".repeat(250_000) + "\"}}}]}");

        assertThat(requests.list("team-a"))
                .containsExactly(
                        new FencedAnchorConfigMap("team-a", "edgewise-request-u-1", "u1", "7", "9".repeat(64), null));
    }
}
