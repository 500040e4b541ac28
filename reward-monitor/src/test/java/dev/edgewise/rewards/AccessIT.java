package dev.edgewise.rewards;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.edgewise.common.security.ReviewApi;
import dev.edgewise.common.testing.FakeReviews;
import dev.edgewise.common.testing.TestTokens;
import dev.edgewise.kubernetes.testing.ClusterIT;
import dev.edgewise.kubernetes.testing.StallingCheck;
import io.fabric8.kubernetes.api.model.Pod;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Primary;

/**
 * A pod's token may push outcomes of that pod alone; what is known of a type may read who may get pods in its
 * namespace.
 */
class AccessIT extends ClusterIT {
    private static final String CART = "system:serviceaccount:shop:cart";
    private static final String REPORT = "{\"pod\": \"shop/%s\", \"value\": 0.5}";
    private static final FakeReviews REVIEWS = new FakeReviews()
            .user(CART)
            .user("viewer", "get rewards in shop", "list rewards in shop")
            .user("editor", "create rewards in shop")
            .user("admin", "delete rewards in shop", "update rewards in shop")
            .user("operator", "get rewards in edgewise", "list rewards in edgewise", "list rewards")
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
        TestPods pods = new TestPods(client);
        pods.nodes("edge-1");
        Pod cart = pods.run("cart-1", "cart", "edge-1", Duration.ofHours(1));
        pods.run("cart-2", "cart", "edge-1", Duration.ofHours(1));
        REVIEWS.extra("authentication.kubernetes.io/pod-name", "cart-1")
                .extra(
                        "authentication.kubernetes.io/pod-uid",
                        cart.getMetadata().getUid());
        Path kubeconfig = kubernetes.writeKubeconfig(directory.resolve("kubeconfig"));
        replica = new Replica(kubeconfig, List.of(Roles.class), List.of("edgewise.store=memory"));
        await().atMost(SOON).until(() -> replica.get("/api/v1/rewards?namespace=shop", as("viewer"))
                .contains("shop.cart"));
    }

    @AfterEach
    void stop() {
        replica.close();
        REVIEWS.up = true;
    }

    private static String[] as(String user) {
        return new String[] {"Authorization", "Bearer " + TestTokens.of(user, "edgewise-reward-monitor")};
    }

    private int report(String pod, String... headers) {
        return replica.status("POST", "/api/v1/rewards", REPORT.formatted(pod), headers);
    }

    @Test
    void aPodReportsOfItselfAndWhoMayCreateRewardsOfAnyPodThere() {
        assertThat(report("cart-1")).isEqualTo(401);
        assertThat(report("cart-1", as("stranger"))).isEqualTo(401);
        assertThat(report("cart-1", as("nobody"))).isEqualTo(403);
        assertThat(report("cart-1", as("viewer"))).isEqualTo(403);
        assertThat(report("cart-1", as(CART))).isEqualTo(202);
        assertThat(report("cart-2", as(CART))).isEqualTo(403);
        assertThat(report("none", as(CART)))
                .as("does not tell which pods there are")
                .isEqualTo(403);
        assertThat(report("cart-2", as("editor"))).isEqualTo(202);
        assertThat(report("none", as("editor"))).isEqualTo(422);
    }

    @Test
    void aBodyIsReadOnlyFromWhoIsKnownAndOnlyToALimit() {
        String large = "{\"cause\": \"" + "x".repeat(5_000) + "\"}";

        assertThat(replica.status("POST", "/api/v1/rewards", "nonsense")).isEqualTo(401);
        assertThat(replica.status("POST", "/api/v1/rewards", large)).isEqualTo(401);
        assertThat(replica.status("POST", "/api/v1/rewards", large, as("nobody")))
                .isEqualTo(413);
        assertThat(replica.status("PUT", "/api/v1/rewards/shop.cart/edge-1/pin", large, as("nobody")))
                .isEqualTo(403);
        assertThat(replica.status("PUT", "/api/v1/rewards/shop.cart/edge-1/pin", large, as("admin")))
                .isEqualTo(413);
    }

    @Test
    void readingNeedsARoleInTheTypesNamespace() {
        for (String path : List.of("?namespace=shop", "/shop.cart", "/shop.cart/edge-1")) {
            String url = "/api/v1/rewards" + path;
            assertThat(replica.status("GET", url, "")).as(url).isEqualTo(401);
            assertThat(replica.status("GET", url, "", as("nobody"))).as(url).isEqualTo(403);
            assertThat(replica.status("GET", url, "", as("viewer"))).as(url).isEqualTo(200);
        }
        assertThat(replica.status("GET", "/api/v1/rewards", "", as("viewer"))).isEqualTo(403);
        assertThat(replica.status("GET", "/api/v1/rewards", "", as("operator"))).isEqualTo(200);
        assertThat(replica.status("GET", "/api/v1/rewards/bank.vault", "", as("viewer")))
                .as("does not tell which types there are")
                .isEqualTo(403);
        assertThat(replica.status("GET", "/api/v1/reward-nodes", "", as("viewer")))
                .isEqualTo(403);
        assertThat(replica.status("GET", "/api/v1/reward-nodes", "", as("operator")))
                .isEqualTo(200);
        assertThat(replica.status("GET", "/api/v1/reward-nodes/edge-1", "", as("operator")))
                .isEqualTo(200);
    }

    @Test
    void changingNeedsAnotherRoleThanReading() {
        for (String user : List.of("viewer", "editor")) {
            assertThat(replica.status("DELETE", "/api/v1/rewards/shop.cart", "", as(user)))
                    .isEqualTo(403);
            assertThat(replica.status("DELETE", "/api/v1/rewards/shop.cart/edge-1", "", as(user)))
                    .isEqualTo(403);
            assertThat(replica.status("PUT", "/api/v1/rewards/shop.cart/edge-1/pin", "{\"value\": 1}", as(user)))
                    .isEqualTo(403);
            assertThat(replica.status("DELETE", "/api/v1/rewards/shop.cart/edge-1/pin", "", as(user)))
                    .isEqualTo(403);
        }
        assertThat(replica.status("PUT", "/api/v1/rewards/shop.cart/edge-1/pin", "{\"value\": 1}", as("admin")))
                .isEqualTo(204);
        assertThat(replica.status("DELETE", "/api/v1/rewards/shop.cart/edge-1", "", as("admin")))
                .isEqualTo(204);
    }

    @Test
    void withoutTheClusterNobodyNewIsLetThrough() {
        REVIEWS.up = false;
        assertThat(report("cart-1", as(CART))).isEqualTo(503);
    }

    @Test
    void callersThatStallKeepNobodyOut() throws Exception {
        StallingCheck.honestCallersAreAnswered(replica.port(), "POST", "/api/v1/rewards", as(CART));
    }
}
