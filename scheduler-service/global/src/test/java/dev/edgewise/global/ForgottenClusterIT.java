package dev.edgewise.global;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The Secret of a member is removed while a request runs there. */
class ForgottenClusterIT {
    private static final Duration SOON = Duration.ofMinutes(1);

    @TempDir
    Path directory;

    private TestManagement management;
    private TestCluster edge;
    private GlobalReplica service;

    @BeforeEach
    void start() throws IOException {
        management = TestManagement.embedded(directory);
        edge = new TestCluster("edge", "4");
        management.member(edge, Map.of());
        service = new GlobalReplica(management.kubeconfig());
    }

    @AfterEach
    void stop() {
        service.close();
        edge.close();
        management.close();
    }

    private JsonNode leftovers() throws Exception {
        URI uri = URI.create("http://127.0.0.1:" + service.port() + "/api/v1/leftovers");
        return new JsonMapper()
                .readTree(HttpClient.newHttpClient()
                        .send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString())
                        .body());
    }

    @Test
    void theRequestIsDeletedOnceTheClusterIsForgottenAndLeftoversStillNameIt() throws Exception {
        management.request("shop", "1", "clusters: [[edge]]");
        await().atMost(SOON).until(() -> management.status("shop", "phase").equals("Completed"));
        String attempts = management.status("shop", "attempts");
        String uid = attempts.replaceAll(".*clusterUid=([^,}]*).*", "$1");
        management.removeMember("edge");
        management.delete("shop");
        await().atMost(SOON).until(() -> management.status("shop", "message").contains("once it is reachable"));
        await().during(Duration.ofSeconds(2)).atMost(SOON).until(() -> management.find("shop") != null);

        management.forget("edge", uid);

        await().atMost(SOON).until(() -> management.find("shop") == null);
        JsonNode forgotten = leftovers().path("forgotten").path(0);
        assertThat(forgotten.path("cluster").asString()).isEqualTo("edge");
        assertThat(forgotten.path("clusterUid").asString()).isEqualTo(uid);
        assertThat(edge.ours()).hasSize(2);
    }
}
