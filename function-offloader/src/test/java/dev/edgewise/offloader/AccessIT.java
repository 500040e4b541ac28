package dev.edgewise.offloader;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.security.Permission;
import dev.edgewise.common.security.ReviewApi;
import dev.edgewise.common.testing.FakeReviews;
import dev.edgewise.common.testing.TestTokens;
import dev.edgewise.kubernetes.access.RequiredAccess;
import dev.edgewise.kubernetes.testing.ClusterIT;
import dev.edgewise.kubernetes.testing.ManifestRights;
import dev.edgewise.kubernetes.testing.StallingCheck;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Primary;

/** A right to read plans is no right to move pods. */
class AccessIT extends ClusterIT {
    private static final FakeReviews REVIEWS = new FakeReviews()
            .user("viewer", "get offloads in edgewise", "list offloads in edgewise")
            .user("admin", "get offloads in edgewise", "list offloads in edgewise", "create offloads in edgewise")
            .user("nobody");

    @TempDir
    Path directory;

    private Replica replica;

    static class Roles {
        @Bean
        @Primary
        ReviewApi testReviews() {
            return REVIEWS;
        }
    }

    @BeforeEach
    void start() throws Exception {
        new TestCluster(client).function(2);
        Path kubeconfig = kubernetes.writeKubeconfig(directory.resolve("kubeconfig"));
        replica = new Replica(
                kubeconfig,
                List.of(Roles.class),
                List.of("edgewise.store=memory", "edgewise.leader-election.enabled=false"));
    }

    @AfterEach
    void stop() {
        replica.close();
    }

    private static String[] as(String user) {
        return new String[] {"Authorization", "Bearer " + TestTokens.of(user, "edgewise-function-offloader")};
    }

    private int status(String method, String path, String body, String user) {
        return replica.call(method, path, body, as(user)).statusCode();
    }

    @Test
    void readingAndChangingNeedRoles() {
        for (String path : List.of("/api/v1/plan", "/api/v1/offloads")) {
            assertThat(replica.call("GET", path, "").statusCode()).isEqualTo(401);
            assertThat(status("GET", path, "", "nobody")).isEqualTo(403);
            assertThat(status("GET", path, "", "viewer")).isEqualTo(200);
        }
        assertThat(status("POST", "/api/v1/plan?policy=none", "", "viewer")).isEqualTo(422);
        for (String path : List.of("/api/v1/offloads", "/api/v1/pause", "/api/v1/resume")) {
            assertThat(replica.call("POST", path, "no JSON").statusCode()).isEqualTo(401);
            assertThat(status("POST", path, "no JSON", "viewer")).isEqualTo(403);
        }
        assertThat(status("POST", "/api/v1/offloads", "no JSON", "admin")).isEqualTo(400);
        var paused = replica.call("POST", "/api/v1/pause", "{\"reason\": \"an exam\"}", as("admin"));
        assertThat(paused.body()).contains("\"by\":\"admin\",\"reason\":\"an exam\"");
        assertThat(replica.call("GET", "/api/v1/plan", "", as("viewer")).body()).contains("\"by\":\"admin\"");
        assertThat(replica.call("GET", "/", "").statusCode())
                .as("the page tells nothing by itself")
                .isEqualTo(200);
    }

    @Test
    void itsManifestGrantsWhatItNeedsAndNoMore() throws Exception {
        Path manifest = Path.of("../deploy/kubernetes/base/function-offloader/access.yaml");
        Stream<RequiredAccess> parts = Stream.of(
                RequiredAccess.leading("default", "edgewise-function-offloader"),
                // Without them it says that scheduler-service is not found.
                new RequiredAccess(List.of(
                        new Permission("get", "", "services", "default"),
                        new Permission("list", "", "endpoints", "default"))));
        assertThat(ManifestRights.of(manifest, "edgewise-function-offloader"))
                .containsExactlyInAnyOrderElementsOf(
                        ManifestRights.needed(Stream.concat(replica.beans(RequiredAccess.class), parts)));
    }

    @Test
    void callersThatStallKeepNobodyOut() throws Exception {
        StallingCheck.honestCallersAreAnswered(replica.port(), "POST", "/api/v1/offloads", as("admin"));
    }
}
