package dev.edgewise.rewards;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.edgewise.common.testing.EmbeddedRedis;
import dev.edgewise.common.testing.OpenApiDocument;
import dev.edgewise.kubernetes.access.RequiredAccess;
import dev.edgewise.kubernetes.testing.ClusterIT;
import dev.edgewise.kubernetes.testing.KubernetesObjects;
import dev.edgewise.kubernetes.testing.ManifestRights;
import io.fabric8.kubernetes.api.model.ContainerState;
import io.fabric8.kubernetes.api.model.ContainerStateBuilder;
import io.fabric8.kubernetes.api.model.EventBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The whole service, with an API server and a Redis. */
class RewardMonitorIT extends ClusterIT {
    @RegisterExtension
    static final EmbeddedRedis REDIS = EmbeddedRedis.forService("reward-monitor");

    private static final Duration LONG = Duration.ofHours(1);

    @TempDir
    Path directory;

    private final List<Replica> replicas = new ArrayList<>();
    private TestPods pods;

    @BeforeEach
    void cluster() {
        REDIS.stop();
        REDIS.deleteData();
        REDIS.start();
        pods = new TestPods(client);
        pods.nodes("bad", "good-1", "good-2");
        pods.run("cart-1", "cart", "good-1", LONG);
        pods.run("cart-2", "cart", "good-2", LONG);
    }

    @AfterEach
    void stop() {
        replicas.forEach(Replica::close);
    }

    private Replica start(String... properties) throws IOException {
        Path kubeconfig = kubernetes.writeKubeconfig(directory.resolve("kubeconfig"));
        List<String> all = Stream.of(
                        Stream.of(properties), REDIS.properties().stream(), Stream.of("edgewise.security.auth=none"))
                .flatMap(each -> each)
                .toList();
        Replica replica = new Replica(kubeconfig, List.of(), all);
        replicas.add(replica);
        return replica;
    }

    private Replica leader(String... properties) throws IOException {
        Replica replica = start(properties);
        await().atMost(SOON).until(() -> replica.get("/actuator/health").contains("\"learns\":true"));
        return replica;
    }

    private static String stored(Replica replica, String key, String node) {
        return String.valueOf(REDIS.administrator().opsForHash().get(key, node));
    }

    private static String reward(Replica replica, String node) {
        return stored(replica, "edgewise:reward:pods:shop.cart", node);
    }

    /** The node's containers fail, each after 10 s. */
    private void crashes(String pod, int from, int to) {
        for (int restarts = from; restarts <= to; restarts++) {
            pods.crash(pod, restarts);
        }
    }

    private static String metrics(Replica replica) {
        return replica.get("/actuator/prometheus")
                .lines()
                .filter(line -> line.startsWith("edgewise"))
                .collect(Collectors.joining("\n"));
    }

    private static void awaitFailures(Replica replica, int failures) {
        await().atMost(SOON.multipliedBy(2))
                .untilAsserted(() -> assertThat(replica.get("/api/v1/rewards/shop.cart/bad"))
                        .contains("\"failures\":" + failures + ","));
    }

    /** One story, as each part needs the state the one before left. */
    @Test
    void whereATypeFailsItIsQuarantinedThroughChangesOfTheLeaderAndOutages() throws Exception {
        Replica first = whereATypeFailsItIsQuarantined();
        itIsShown(first);
        Replica second = anotherReplicaShowsWhatTheLeaderPublishes(first);
        theNewLeaderCountsNothingAgain(first, second);
        Replica third = withoutRedisItLearnsAndTheNextLeaderLearnsWhatWasNotWritten(second);
        theRewardsThatRedisLostAreStoredAgain(third);
    }

    private Replica whereATypeFailsItIsQuarantined() throws Exception {
        Replica first = leader();
        pods.create("cart-3", "cart", "bad");
        crashes("cart-3", 1, 6);

        awaitFailures(first, 6);
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(reward(first, "bad")).contains("\"state\":\"quarantined\""));
        assertThat(reward(first, "good-1")).contains("\"state\":\"open\"");
        assertThat(reward(first, "*")).contains("\"state\":\"open\"");
        assertThat(stored(first, "edgewise:reward:nodes", "bad")).contains("\"value\":");
        assertThat(stored(first, "edgewise:outcomes:shop.cart", "bad")).contains("crash");
        return first;
    }

    private void itIsShown(Replica first) {
        assertThat(first.get("/api/v1/rewards/shop.cart/bad"))
                .contains("\"state\":\"quarantined\"", "\"until\":", "\"cause\":\"crash\"", "shop/cart-3")
                .contains("\"history\":[{\"at\":");
        assertThat(first.get("/api/v1/rewards?namespace=shop"))
                .contains("\"type\":\"shop.cart\"", "\"quarantined\":1", "\"capped\":0", "\"continue\":null");
        assertThat(first.get("/api/v1/rewards?namespace=sho")).contains("\"items\":[]");
        assertThat(first.get("/api/v1/rewards/shop.cart?limit=1")).contains("\"node\":\"bad\"", "\"continue\":\"bad\"");
        assertThat(first.get("/api/v1/rewards/shop.cart?limit=2&continue=bad"))
                .contains("\"node\":\"good-1\"", "\"node\":\"good-2\"")
                .contains("\"continue\":null");
        assertThat(first.get("/api/v1/rewards/shop.cart?worst=1"))
                .contains("\"node\":\"bad\"", "\"nodes\":3", "\"continue\":null")
                .doesNotContain("good-");
        assertThat(first.get("/api/v1/reward-nodes?limit=1")).contains("\"node\":\"bad\"", "\"continue\":\"bad\"");
        assertThat(first.get("/api/v1/reward-nodes/good-1")).contains("\"value\":");
        assertThat(first.get("/actuator/health")).contains("\"status\":\"UP\"", "\"learns\":true", "\"pods\":3");
        await().atMost(SOON).untilAsserted(() -> assertThat(metrics(first))
                .contains("edgewise_rewards_outcomes_total{cause=\"crash\"} 6.0")
                .contains("edgewise_rewards_nodes{state=\"quarantined\"} 1.0", "edgewise_rewards_types 1.0")
                .doesNotContain("edgewise_rewards_node_value{"));
        assertThat(OpenApiDocument.saved(first.get("/v3/api-docs"))).contains("/api/v1/rewards/{type}/{node}");
    }

    private Replica anotherReplicaShowsWhatTheLeaderPublishes(Replica first) throws Exception {
        Replica second = start("edgewise.reward-monitor.metrics.per-node=true");
        awaitFailures(second, 6);
        assertThat(second.get("/api/v1/rewards")).contains("\"quarantined\":1").doesNotContain("capped");
        assertThat(second.get("/api/v1/rewards/shop.cart/bad"))
                .as("the leader's answer")
                .contains("\"state\":\"quarantined\"", "\"cause\":\"crash\"", "\"history\":[{\"at\":");
        assertThat(second.get("/api/v1/rewards/shop.cart")).doesNotContain("\"runs\"");
        assertThat(second.get("/api/v1/rewards/shop.cart?worst=1"))
                .contains("\"node\":\"bad\"", "\"nodes\":3", "\"continue\":null")
                .doesNotContain("good-");
        assertThat(second.get("/api/v1/reward-nodes")).contains("good-2");
        assertThat(second.status("POST", "/api/v1/rewards", "{}")).isEqualTo(422);
        assertThat(second.status("PUT", "/api/v1/rewards/shop.cart/good-1/pin", "{\"value\": 0.9}"))
                .isEqualTo(204);
        assertThat(first.get("/api/v1/rewards/shop.cart/good-1")).contains("\"pin\":0.9");
        assertThat(second.status("DELETE", "/api/v1/rewards/shop.cart/good-1/pin", ""))
                .isEqualTo(204);
        assertThat(second.get("/actuator/health/readiness")).contains("\"status\":\"UP\"", "\"cluster\":{");
        return second;
    }

    private void theNewLeaderCountsNothingAgain(Replica first, Replica second) {
        first.close();
        await().atMost(SOON).until(() -> second.get("/api/v1/rewards").contains("capped"));
        crashes("cart-3", 7, 7);
        awaitFailures(second, 7);
        await().atMost(SOON).untilAsserted(() -> assertThat(metrics(second))
                .contains("edgewise_rewards_outcomes_total{cause=\"crash\"} 1.0", "edgewise_rewards_node_value{"));
    }

    private Replica withoutRedisItLearnsAndTheNextLeaderLearnsWhatWasNotWritten(Replica second) throws Exception {
        REDIS.stop();
        crashes("cart-3", 8, 8);
        awaitFailures(second, 8);
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(second.get("/actuator/health")).contains("DEGRADED", "\"outcomes\":"));
        assertThat(second.status("GET", "/actuator/health/readiness", "")).isEqualTo(200);
        second.close();
        REDIS.start();
        Replica third = leader();
        awaitFailures(third, 8);
        await().atMost(SOON).untilAsserted(() -> assertThat(metrics(third))
                .as("what Redis had is not counted anew")
                .contains("edgewise_rewards_outcomes_total{cause=\"crash\"} 1.0"));
        return third;
    }

    private void theRewardsThatRedisLostAreStoredAgain(Replica third) {
        REDIS.stop();
        REDIS.deleteData();
        REDIS.start();
        await().ignoreExceptions().atMost(SOON.multipliedBy(3)).untilAsserted(() -> {
            assertThat(stored(third, "edgewise:outcomes:shop.cart", "bad")).contains("\"");
            assertThat(reward(third, "bad")).contains("\"value\":");
        });
        awaitFailures(third, 8);
    }

    @Test
    void aLeaderThatBeganWithoutRedisCountsNothingTwiceWhenItIsBack() throws Exception {
        pods.create("cart-3", "cart", "bad");
        Replica first = leader();
        crashes("cart-3", 1, 4);
        awaitFailures(first, 4);
        await().atMost(SOON).until(() -> !stored(first, "edgewise:outcomes:shop.cart", "bad")
                .equals("null"));
        first.close();

        REDIS.stop();
        Replica second = leader();
        crashes("cart-3", 5, 5);
        await().atMost(SOON).untilAsserted(() -> assertThat(second.get("/api/v1/rewards/shop.cart/bad"))
                .contains("\"cause\":\"crash\""));
        String pin = "/api/v1/rewards/shop.cart/good-1/pin";
        assertThat(second.status("PUT", pin, "{\"value\": 0.9}")).isEqualTo(503);
        REDIS.start();

        awaitFailures(second, 5);
        // Until its own writes reach Redis again, a change is accepted only (202).
        await().atMost(SOON).until(() -> second.status("PUT", pin, "{\"value\": 0.9}") == 204);
    }

    @Test
    void whatIsChangedWhileRedisIsAwayHoldsAndIsStoredWhenItIsBack() throws Exception {
        Replica replica = leader();
        String cart = "/api/v1/rewards/shop.cart/good-1";
        assertThat(replica.status("PUT", cart + "/pin", "{\"value\": 0.9}")).isEqualTo(204);
        await().atMost(SOON).until(() -> stored(replica, "edgewise:outcomes:shop.cart", "good-1")
                .contains("0.9"));

        REDIS.stop();
        await().atMost(SOON.multipliedBy(2))
                .until(() -> replica.get("/actuator/health").contains("\"outcomes\":"));
        assertThat(replica.status("DELETE", cart + "/pin", "")).isEqualTo(202);
        assertThat(replica.status("DELETE", cart, "")).isEqualTo(202);
        assertThat(replica.status("PUT", cart + "/pin", "{\"value\": 0.7}")).isEqualTo(202);
        assertThat(replica.get(cart)).contains("\"pin\":0.7");
        REDIS.start();

        await().ignoreExceptions().atMost(SOON.multipliedBy(3)).until(() -> stored(
                        replica, "edgewise:outcomes:shop.cart", "good-1")
                .contains("0.7"));
        await().atMost(SOON).untilAsserted(() -> assertThat(replica.status("DELETE", cart + "/pin", ""))
                .isEqualTo(204));
    }

    @Test
    void whatOperatorsForgetAndPinHolds() throws Exception {
        Replica replica = leader();
        pods.create("cart-3", "cart", "bad");
        crashes("cart-3", 1, 6);
        awaitFailures(replica, 6);

        assertThat(replica.status("PUT", "/api/v1/rewards/shop.cart/bad/pin", "{\"value\": 0.9}"))
                .isEqualTo(204);
        assertThat(replica.get("/api/v1/rewards/shop.cart/bad"))
                .contains("\"pin\":0.9", "\"value\":0.9", "\"state\":\"open\"");
        await().atMost(SOON).untilAsserted(() -> assertThat(reward(replica, "bad"))
                .contains("\"value\":0.9", "\"state\":\"open\""));
        assertThat(replica.status("DELETE", "/api/v1/rewards/shop.cart/bad/pin", ""))
                .isEqualTo(204);
        assertThat(replica.get("/api/v1/rewards/shop.cart/bad")).doesNotContain("\"pin\"");

        assertThat(replica.status("DELETE", "/api/v1/rewards/shop.cart/bad", ""))
                .isEqualTo(204);
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(reward(replica, "bad")).doesNotContain("quarantined"));
        crashes("cart-3", 7, 7);
        awaitFailures(replica, 1);
        assertThat(replica.status("DELETE", "/api/v1/rewards/shop.cart", "")).isEqualTo(204);

        assertThat(replica.status("DELETE", "/api/v1/rewards/shop.none", "")).isEqualTo(404);
        assertThat(replica.status("GET", "/api/v1/rewards/shop.none", "")).isEqualTo(404);
        assertThat(replica.status("GET", "/api/v1/rewards/shop.cart/nowhere", ""))
                .isEqualTo(404);
        assertThat(replica.status("GET", "/api/v1/reward-nodes/nowhere", "")).isEqualTo(404);
        assertProblem(replica, "PUT", "/api/v1/rewards/shop.cart/bad/pin", "{\"value\": 2}", "value is 2.0: it must");
        assertProblem(replica, "PUT", "/api/v1/rewards/shop.cart/bad/pin", "{}", "value is missing: it must be");
        assertProblem(replica, "GET", "/api/v1/rewards?limit=501", "", "limit is 501: it must be a whole number");
        String type = "/api/v1/rewards/shop.cart";
        assertProblem(replica, "GET", type + "?limit=0", "", "limit is 0: it must be");
        for (String worst : List.of("0", "-1", "501")) {
            String problem = "worst is " + worst + ": it must be a whole number from 1 to 500";
            assertProblem(replica, "GET", type + "?worst=" + worst, "", problem);
        }
        assertProblem(
                replica, "GET", type + "?worst=2&continue=bad", "", "continue is bad: it must be left out with worst");
        assertThat(replica.call("GET", type + "?worst=many", "").body())
                .contains("\"status\":400", "worst is many: it must be a whole number", "\"field\":\"worst\"");
    }

    @Test
    void applicationsReportHowTheyDo() throws Exception {
        Replica replica = leader();
        String report = "{\"pod\": \"shop/cart-1\", \"value\": %s, \"cause\": \"slow answers\", \"key\": \"%s\"}";

        assertThat(replica.call("POST", "/api/v1/rewards", report.formatted("0", "k-1"))
                        .body())
                .contains("\"type\":\"shop.cart\"", "\"node\":\"good-1\"", "\"counted\":true");
        assertThat(replica.call("POST", "/api/v1/rewards", report.formatted("0", "k-1"))
                        .body())
                .contains("\"counted\":false");
        assertThat(replica.get("/api/v1/rewards/shop.cart/good-1"))
                .contains("\"failures\":1,", "\"cause\":\"pushed\"", "slow answers");

        assertProblem(replica, "POST", "/api/v1/rewards", report.formatted("1.1", "k-2"), "value is 1.1: it must be");
        assertProblem(replica, "POST", "/api/v1/rewards", report.formatted("0", ""), "key is");
        assertProblem(replica, "POST", "/api/v1/rewards", "{\"value\": 1}", "pod is null: it must be namespace/name");
        assertProblem(
                replica,
                "POST",
                "/api/v1/rewards",
                "{\"pod\": \"shop/none\", \"value\": 1}",
                "pod is shop/none: it must be one that exists and is bound to a node");
        assertProblem(replica, "POST", "/api/v1/rewards", "{\"pod\": \"shop/cart-1\"}", "value is missing");
        assertThat(replica.status("POST", "/api/v1/rewards", "nonsense")).isEqualTo(400);
        assertThat(replica.status("POST", "/api/v1/rewards", "\"" + "x".repeat(5_000) + "\""))
                .isEqualTo(413);
        assertThat(replica.get("/api/v1/rewards/shop.cart/good-1"))
                .as("nothing of it was taken")
                .contains("\"failures\":1,");
    }

    @Test
    void eventsOfPodsAreLearnedFromAndOfThoseThatNameAStrangersPodNothingIs() throws Exception {
        Replica replica = leader();
        Pod pod = pods.create("cart-3", "cart", "bad");
        client.resource(KubernetesObjects.namespace("tenant")).create();
        warning("tenant", "other", pod.getMetadata().getUid());
        warning("shop", "cart-3", pod.getMetadata().getUid());

        await().atMost(SOON.multipliedBy(2))
                .untilAsserted(() ->
                        assertThat(replica.get("/api/v1/rewards/shop.cart/bad")).contains("\"cause\":\"volume\""));
        awaitFailures(replica, 1);
    }

    private void warning(String namespace, String pod, String uid) {
        client.resource(new EventBuilder()
                        .withNewMetadata()
                        .withName(pod + ".1")
                        .withNamespace(namespace)
                        .endMetadata()
                        .withType("Warning")
                        .withReason("FailedMount")
                        .withMessage("MountVolume.SetUp failed")
                        .withCount(2)
                        .withLastTimestamp(Instant.now().toString())
                        .withNewSource("kubelet", "bad")
                        .withNewInvolvedObject()
                        .withKind("Pod")
                        .withNamespace(namespace)
                        .withName(pod)
                        .withUid(uid)
                        .endInvolvedObject()
                        .build())
                .create();
    }

    @Test
    void hostilePodsHarmNobody() throws Exception {
        Replica replica = leader("edgewise.reward-monitor.limits.types-per-namespace=20");
        ContainerState future = new ContainerStateBuilder()
                .withNewTerminated()
                .withExitCode(-1)
                .withStartedAt("2999-01-01T00:00:00Z")
                .withFinishedAt("1999-01-01T00:00:00Z")
                .endTerminated()
                .build();
        for (int i = 0; i < 60; i++) {
            String name = "hostile-" + i;
            pods.create(name, i + "x".repeat(60), i % 2 == 0 ? "bad" : "no-such-node");
            pods.report(name, Integer.MAX_VALUE, i % 3 == 0 ? null : future, future);
        }
        pods.create("cart-3", "cart", "bad");
        crashes("cart-3", 1, 3);

        awaitFailures(replica, 3);
        assertThat(replica.get("/api/v1/rewards?limit=500").split("\"type\":"))
                .as("bounded in each namespace")
                .hasSizeLessThanOrEqualTo(21);
        assertThat(replica.get("/actuator/health")).contains("\"status\":\"UP\"", "\"pods\":63");
        assertThat(metrics(replica)).contains("edgewise_steps_failed_total{loop=\"rewards\"} 0.0");
    }

    @Test
    void itsManifestGrantsWhatItNeedsAndNoMore() throws Exception {
        Path manifest = Path.of("../deploy/kubernetes/base/reward-monitor/access.yaml");
        assertThat(ManifestRights.of(manifest, "edgewise-reward-monitor"))
                .containsExactlyInAnyOrderElementsOf(ManifestRights.needed(start().beans(RequiredAccess.class)));
    }

    private static void assertProblem(Replica replica, String method, String path, String body, String problem) {
        var answer = replica.call(method, path, body);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(422);
        assertThat(answer.body()).contains(problem, "\"field\":", "\"allowed\":");
    }
}
