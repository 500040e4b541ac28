package dev.edgewise.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.security.Permission;
import dev.edgewise.common.security.ReviewApi;
import dev.edgewise.common.testing.FakeReviews;
import dev.edgewise.common.testing.TestTokens;
import dev.edgewise.embedded.EmbeddedKubernetes;
import dev.edgewise.kubernetes.access.RequiredAccess;
import dev.edgewise.kubernetes.testing.ManifestRights;
import dev.edgewise.kubernetes.testing.StallingCheck;
import dev.edgewise.scheduler.RunningService.Answer;
import dev.edgewise.testkit.RepositoryFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Primary;

/** The service hides from a caller whatever the cluster's roles hide. */
class AccessIT {
    private static final FakeReviews REVIEWS = new FakeReviews()
            .user("shopkeeper", "get pods in shop")
            .user("admin", "get pods", "get pods in shop", "get pods in kube-system", "list pods", "list nodes")
            .user("nobody");

    @TempDir
    static Path directory;

    private static EmbeddedKubernetes kubernetes;
    private static RunningService service;

    static class Roles {
        @Bean
        @Primary
        ReviewApi testReviews() {
            return REVIEWS;
        }
    }

    @BeforeAll
    static void start() throws IOException {
        kubernetes = new EmbeddedKubernetes().start();
        Path kubeconfig = kubernetes.writeKubeconfig(directory.resolve("kubeconfig"));
        service = RunningService.start(List.of(Roles.class), kubeconfig, "--edgewise.security.auth=token-review");
    }

    @AfterAll
    static void stop() {
        service.close();
        kubernetes.stop();
    }

    private static String[] as(String user) {
        return new String[] {"Authorization", "Bearer " + TestTokens.of(user, "edgewise-scheduler-service")};
    }

    private static int get(String path, String user) {
        return service.get(path, as(user)).status();
    }

    private static Answer explain(String namespace, String user) {
        String pod =
                "{\"metadata\":{\"namespace\":\"" + namespace + "\"},\"spec\":{\"containers\":[{\"name\":\"c\"}]}}";
        return service.post("/api/v1/explain", pod, as(user));
    }

    @ParameterizedTest
    @CsvSource({
        "/api/v1/explain/shop/web",
        "/api/v1/decisions",
        "/api/v1/decisions?namespace=shop",
        "/api/v1/nodes",
        "/api/v1/violations",
        "/api/v1/recovery",
        "/api/v1/recovery/pods",
        "/api/v1/reservations",
        "/api/v1/reservations/shop/cart"
    })
    void withoutATokenNothingIsShown(String path) {
        Answer answer = service.get(path);
        assertThat(answer.status()).isEqualTo(401);
        assertThat(answer.contentType()).startsWith("application/problem+json");
        assertThat(answer.body().path("detail").asText())
                .isEqualTo("authorization is missing: it must be Bearer and a token of the cluster for the audience"
                        + " edgewise-scheduler-service");
        assertThat(get(path, "nobody")).isEqualTo(403);
    }

    @Test
    void thePageItselfTellsNothingAndIsOpen() {
        for (String path : List.of("/recovery.html", "/recovery.js", "/recovery.css", "/table.js", "/edgewise.js")) {
            assertThat(service.get(path).status()).as(path).isEqualTo(200);
        }
    }

    @Test
    void aBodyOfAStrangerIsNotEvenRead() {
        Answer answer = service.post("/api/v1/explain", "no JSON");
        assertThat(answer.status()).isEqualTo(401);
        assertThat(answer.contentType()).startsWith("application/problem+json");
    }

    @Test
    void whoMayGetPodsOfANamespaceSeesThatOne() {
        assertThat(get("/api/v1/decisions?namespace=shop", "shopkeeper")).isEqualTo(200);
        assertThat(get("/api/v1/explain/shop/web", "shopkeeper"))
                .as("there is none")
                .isEqualTo(404);
        assertThat(explain("shop", "shopkeeper").status()).isEqualTo(200);
    }

    /**
     * An API server that proxies a request removes its Authorization: global-scheduler sends the token in another
     * header, and a what-if in this form.
     */
    @Test
    void aTokenMayComeByTheProxyOfAnApiServer() {
        String pods =
                """
                {"pods": [{"metadata": {"namespace": "shop", "labels": {"app": "web"}}, "spec": {"schedulerName": "stock",
                  "containers": [{"name": "c", "resources": {"requests": {"cpu": "1"}}}]}}], "timeoutSeconds": 15}
                """;
        String[] shopkeeper = as("shopkeeper");
        shopkeeper[0] = "Edgewise-Authorization";

        Answer answer = service.post("/api/v1/placements:simulate", pods, shopkeeper);

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.body().at("/pods/0/pod").asText()).as("it is read").startsWith("shop/");
        String others = pods.replace("shop", "kube-system");
        assertThat(service.post("/api/v1/placements:simulate", others, shopkeeper)
                        .status())
                .isEqualTo(403);
        assertThat(service.get("/api/v1/decisions?namespace=shop", shopkeeper).status())
                .isEqualTo(200);
        assertThat(service.get("/api/v1/nodes", shopkeeper).status()).isEqualTo(403);
    }

    @Test
    void andNoOther() {
        assertThat(get("/api/v1/explain/kube-system/web", "shopkeeper")).isEqualTo(403);
        assertThat(get("/api/v1/decisions?namespace=kube-system", "shopkeeper")).isEqualTo(403);
        assertThat(get("/api/v1/decisions?pod=web", "shopkeeper")).isEqualTo(403);
        assertThat(get("/api/v1/nodes", "shopkeeper")).isEqualTo(403);
        Answer answer = explain("kube-system", "shopkeeper");
        assertThat(answer.status()).isEqualTo(403);
        assertThat(answer.body().path("detail").asText())
                .isEqualTo("shopkeeper may not do this: a role must allow it to get pods in namespace kube-system");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "'namespaces':['kube-system']|get pods in namespace kube-system",
                "'namespaceSelector':{}|get pods in the whole cluster"
            })
    void affinityDoesNotShowThePodsOfOthers(String whose, String needed) {
        String pod = ("{'metadata':{'namespace':'shop'},'spec':{'containers':[{'name':'c'}],'affinity':{'podAffinity':{"
                        + "'requiredDuringSchedulingIgnoredDuringExecution':[{'topologyKey':'kubernetes.io/hostname',"
                        + "'labelSelector':{},%s}]}}}}")
                .formatted(whose)
                .replace('\'', '"');
        Answer answer = service.post("/api/v1/explain", pod, as("shopkeeper"));
        assertThat(answer.status()).isEqualTo(403);
        assertThat(answer.body().path("detail").asText())
                .isEqualTo("shopkeeper may not do this: a role must allow it to " + needed);
        assertThat(service.post("/api/v1/explain", pod, as("admin")).status()).isEqualTo(200);
    }

    @Test
    void whoMayNotCreateReservationsReservesNothing() {
        assertThat(service.post("/api/v1/reservations", "no JSON").status()).isEqualTo(401);
        assertThat(service.post("/api/v1/reservations", "null", as("admin")).status())
                .isEqualTo(400);
        assertThat(service.post("/api/v1/reservations", " ".repeat(70_000), as("admin"))
                        .status())
                .isEqualTo(413);
        String cart = "{\"namespace\":\"shop\",\"name\":\"cart\",\"node\":\"n1\",\"resources\":{},"
                + "\"for\":{\"selector\":{}}}";
        Answer answer = service.post("/api/v1/reservations", cart, as("admin"));
        assertThat(answer.status()).isEqualTo(403);
        assertThat(answer.body().path("detail").asText())
                .isEqualTo(
                        "admin may not do this: a role must allow it to create reservations of the group edgewise.dev"
                                + " in namespace shop");
        assertThat(service.delete("/api/v1/reservations/shop/cart", as("admin")).status())
                .isEqualTo(403);
        Answer mapped = service.post("/api/v1/reservations", cart.replace("{}", "7"), as("admin"));
        assertThat(mapped.status()).isEqualTo(400);
        assertThat(mapped.body().path("field").asText()).isEqualTo("resources");
    }

    @Test
    void aSimulationShowsNoNamespaceThatItsCallerMayNotSee() {
        String pods =
                "{\"pods\":[{\"metadata\":{\"namespace\":\"shop\"},\"spec\":{\"containers\":[{\"name\":\"c\"}]}}]";
        assertThat(service.post("/api/v1/placements:simulate", "no JSON").status())
                .isEqualTo(401);
        assertThat(service.post("/api/v1/placements:simulate", pods + "}", as("shopkeeper"))
                        .status())
                .isEqualTo(200);
        String removal = pods + ",\"removals\":[\"kube-system/dns\"]}";
        Answer answer = service.post("/api/v1/placements:simulate", removal, as("shopkeeper"));
        assertThat(answer.status()).isEqualTo(403);
        assertThat(answer.body().path("detail").asText()).endsWith("get pods in namespace kube-system");
        // admin may ask; that there is no such pod is said for the pod
        assertThat(service.post("/api/v1/placements:simulate", removal, as("admin"))
                        .status())
                .isEqualTo(200);
    }

    @Test
    void whoMaySeeAllPodsAndNodesSeesAll() {
        assertThat(get("/api/v1/decisions", "admin")).isEqualTo(200);
        assertThat(get("/api/v1/nodes", "admin")).isEqualTo(200);
        assertThat(explain("kube-system", "admin").status()).isEqualTo(200);
    }

    @Test
    void healthShowsWhichPodItIsAndNothingOfTheMachine() {
        assertThat(service.get("/actuator/health").body().path("components").fieldNames())
                .toIterable()
                .contains("schedulingLoop", "kubernetes")
                .doesNotContain("diskSpace");
        assertThat(service.get("/actuator/info").body().at("/kubernetes/inside").asBoolean(true))
                .isFalse();
    }

    @Test
    void healthAndMetricsNeedNoToken() {
        assertThat(service.get("/actuator/health/liveness").status()).isEqualTo(200);
        assertThat(service.get("/v3/api-docs").status()).isEqualTo(200);
    }

    @Test
    void itsManifestGrantsWhatItNeedsAndNoMore() throws IOException {
        Path manifest = RepositoryFiles.file("deploy/kubernetes/base/scheduler-service/access.yaml");
        Stream<RequiredAccess> parts = Stream.of(
                RequiredAccess.leading("default", "edgewise-scheduler-service"),
                // What it asks network-probe for; without the others it does not say what is installed.
                new RequiredAccess(List.of(
                        new Permission("create", "edgewise.dev", "roundtriptimes/reprobe", "default"),
                        new Permission("get", "", "services", "default"),
                        new Permission("list", "", "endpoints", "default"),
                        new Permission("get", "apps", "deployments", "default"))));
        assertThat(ManifestRights.of(manifest, "edgewise-scheduler-service"))
                .containsExactlyInAnyOrderElementsOf(
                        ManifestRights.needed(Stream.concat(service.all(RequiredAccess.class), parts)));
    }

    @Test
    void callersThatStallKeepNobodyOut() throws Exception {
        StallingCheck.honestCallersAreAnswered(service.port(), "POST", "/api/v1/explain", as("admin"));
    }
}
