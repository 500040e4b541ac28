package dev.edgewise.energy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.edgewise.common.security.ReviewApi;
import dev.edgewise.common.testing.FakeReviews;
import dev.edgewise.common.testing.TestTokens;
import dev.edgewise.kubernetes.lease.LeaderElectionParticipant;
import dev.edgewise.kubernetes.testing.ClusterIT;
import dev.edgewise.kubernetes.testing.KubernetesObjects;
import dev.edgewise.kubernetes.testing.StallingCheck;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Primary;

/** A device speaks for itself only, and only those may read who have the right by the cluster's roles. */
class AccessIT extends ClusterIT {
    private static final String AGENT = "system:serviceaccount:default:energy-agent";
    private static final String BODY = "{\"percent\": 50}";
    private static final FakeReviews REVIEWS = new FakeReviews()
            .user(AGENT)
            .user("reader", "get energyreadings in edgewise", "list energyreadings in edgewise")
            .user("nobody")
            .extra("authentication.kubernetes.io/pod-uid", "u1")
            .extra("authentication.kubernetes.io/node-name", "edge-1");

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
        client.resource(KubernetesObjects.node("edge-1")).create();
        client.resource(KubernetesObjects.node("edge-2")).create();
        Path kubeconfig = kubernetes.writeKubeconfig(directory.resolve("kubeconfig"));
        replica = new Replica(kubeconfig, List.of(Roles.class), List.of("edgewise.store=memory"));
        await().atMost(SOON)
                .until(() -> replica.bean(LeaderElectionParticipant.class).isLeading());
    }

    @AfterEach
    void stop() {
        replica.close();
        REVIEWS.up = true;
    }

    private static String[] as(String user) {
        return new String[] {"Authorization", "Bearer " + TestTokens.of(user, "edgewise-energy-adapter")};
    }

    @Test
    void aDeviceSpeaksForItsOwnNode() {
        assertThat(replica.put("edge-1", BODY)).isEqualTo(401);
        assertThat(replica.put("edge-1", BODY, as("stranger"))).isEqualTo(401);
        assertThat(replica.put("edge-1", BODY, as("reader"))).isEqualTo(401);
        assertThat(replica.put("edge-2", BODY, as(AGENT))).isEqualTo(403);
        assertThat(replica.put("edge-1", BODY, as(AGENT))).isEqualTo(202);
        assertThat(replica.call("PUT", "/api/v1/energy/edge-2", BODY, as(AGENT)).body())
                .contains("node is edge-2: it must be that of the token, edge-1");
        assertThat(replica.call("PUT", "/api/v1/energy/edge-1", BODY, as("nobody"))
                        .body())
                .contains("the token is of nobody: it must be of " + AGENT);
    }

    @Test
    void aBodyIsReadOnlyFromWhoMayReportAndOnlyToALimit() {
        String digits = "{\"percent\": " + "1".repeat(5_000) + "}";

        assertThat(replica.put("edge-1", "nonsense")).isEqualTo(401);
        assertThat(replica.put("edge-1", digits)).isEqualTo(401);
        assertThat(replica.put("edge-1", digits, as(AGENT))).isEqualTo(413);
        assertThat(replica.put("edge-1", "nonsense", as(AGENT))).isEqualTo(400);
    }

    @Test
    void aStandbyForwardsTheTokenOfItsCaller() throws Exception {
        Path kubeconfig = kubernetes.writeKubeconfig(directory.resolve("another"));
        try (Replica standby = new Replica(kubeconfig, List.of(Roles.class), List.of("edgewise.store=memory"))) {
            await().atMost(SOON).until(() -> standby.bean(LeaderElectionParticipant.class)
                    .leadersAddress()
                    .isPresent());
            assertThat(standby.put("edge-1", BODY, as(AGENT))).isEqualTo(202);
            assertThat(standby.put("edge-2", BODY, as(AGENT)))
                    .as("its token is of another node")
                    .isEqualTo(403);
            assertThat(standby.put("edge-1", BODY, as("nobody"))).isEqualTo(401);
            assertThat(standby.put("edge-1", BODY)).isEqualTo(401);
        }
    }

    @Test
    void readingNeedsARole() {
        assertThat(replica.put("edge-1", BODY, as(AGENT))).isEqualTo(202);
        await().atMost(SOON)
                .until(() -> replica.get("/api/v1/energy", as("reader")).contains("edge-1"));
        for (String path : List.of("", "/edge-1", "/edge-1/history")) {
            String url = "/api/v1/energy" + path;
            assertThat(replica.call("GET", url, "").statusCode()).isEqualTo(401);
            assertThat(replica.call("GET", url, "", as("nobody")).statusCode()).isEqualTo(403);
            assertThat(replica.call("GET", url, "", as("reader")).statusCode()).isEqualTo(200);
        }
        assertThat(replica.call("GET", "/", "").statusCode())
                .as("the page tells nothing by itself")
                .isEqualTo(200);
    }

    @Test
    void withoutTheClusterNobodyNewIsLetThrough() {
        REVIEWS.up = false;
        assertThat(replica.put("edge-1", BODY, as(AGENT))).isEqualTo(503);
    }

    @Test
    void callersThatStallKeepNobodyOut() throws Exception {
        StallingCheck.honestCallersAreAnswered(replica.port(), "PUT", "/api/v1/energy/edge-1", as(AGENT));
    }
}
