package dev.edgewise.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.Binding;
import io.fabric8.kubernetes.api.model.BindingBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.authorization.v1.SelfSubjectAccessReviewBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderCallbacks;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderElectionConfigBuilder;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderElector;
import io.fabric8.kubernetes.client.extended.leaderelection.resourcelock.LeaseLock;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedKubernetesIT {
    private static final Duration SOON = Duration.ofMinutes(1);

    private final EmbeddedKubernetes kubernetes = new EmbeddedKubernetes();
    private KubernetesClient client;

    @BeforeEach
    void start() {
        client = kubernetes.start().client();
    }

    @AfterEach
    void stop() {
        client.close();
        kubernetes.close();
    }

    private Pod createPod(String name) {
        return createPod(client, name);
    }

    private static Pod createPod(KubernetesClient client, String name) {
        return createPod(client, name, null);
    }

    private static Pod createPod(KubernetesClient client, String name, String node) {
        return client.resource(new PodBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .withNamespace("default")
                        .endMetadata()
                        .withNewSpec()
                        .withNodeName(node)
                        .addNewContainer()
                        .withName("main")
                        .withImage("pause")
                        .endContainer()
                        .endSpec()
                        .build())
                .create();
    }

    private void bind(String pod, String node) {
        Binding binding = new BindingBuilder()
                .withNewMetadata()
                .withName(pod)
                .withNamespace("default")
                .endMetadata()
                .withNewTarget()
                .withKind("Node")
                .withName(node)
                .endTarget()
                .build();
        client.bindings().inNamespace("default").resource(binding).create();
    }

    private boolean cached(SharedIndexInformer<Pod> informer, String name) {
        return informer.getStore().getByKey("default/" + name) != null;
    }

    @Test
    void informerResumesWhereTheCutWatchEnded() {
        try (SharedIndexInformer<Pod> informer =
                client.pods().inNamespace("default").inform()) {
            createPod("before");
            await().atMost(SOON).until(() -> cached(informer, "before"));
            kubernetes.cutWatches();
            createPod("after");
            await().atMost(SOON).until(() -> cached(informer, "after"));
        }
    }

    @Test
    void informerListsAgainWhenItsVersionIsGone() {
        createPod("stays");
        try (SharedIndexInformer<Pod> informer =
                client.pods().inNamespace("default").inform()) {
            await().atMost(SOON).until(() -> cached(informer, "stays"));
            kubernetes.stop();
            kubernetes.expireHistory();
            kubernetes.restartOnSamePort();
            // The connections that the first client keeps may be dead ones still.
            try (KubernetesClient other = kubernetes.client()) {
                createPod(other, "later");
            }
            await().atMost(SOON).until(() -> cached(informer, "later"));
            assertThat(cached(informer, "stays")).isTrue();
        }
    }

    @Test
    void failsOnOrderAsOftenAsOrdered() {
        createPod("web");
        kubernetes.failNext("POST", "/bindings$", 500, 1);
        assertThatThrownBy(() -> bind("web", "n1")).isInstanceOf(KubernetesClientException.class);
        bind("web", "n1");
        assertThat(client.pods()
                        .inNamespace("default")
                        .withName("web")
                        .get()
                        .getSpec()
                        .getNodeName())
                .isEqualTo("n1");
    }

    @Test
    void aLostAnswerHasItsEffect() {
        createPod("web");
        kubernetes.loseNextAnswer("POST", "/bindings$");
        assertThatThrownBy(() -> bind("web", "n1")).isInstanceOf(KubernetesClientException.class);
        assertThatThrownBy(() -> bind("web", "n2")).hasMessageContaining("already assigned to node \"n1\"");
    }

    @Test
    void threeThousandPodsListInASecond() {
        IntStream.range(0, 3_000).parallel().forEach(index -> createPod(client, "pod-" + index, "node-" + index % 500));
        // Another program may have the processor for a while, but not each time.
        assertThat(IntStream.range(0, 5).anyMatch(again -> timeOfList().compareTo(Duration.ofSeconds(1)) < 0))
                .isTrue();
    }

    private Duration timeOfList() {
        long start = System.nanoTime();
        assertThat(client.pods().inNamespace("default").list().getItems()).hasSize(3_000);
        return Duration.ofNanos(System.nanoTime() - start);
    }

    @Test
    void deniedCallsAreForbiddenAndReviewsSaySo() {
        kubernetes.deny("create", "pods");
        assertThatThrownBy(() -> createPod("web"))
                .isInstanceOfSatisfying(KubernetesClientException.class, refusal -> assertThat(refusal.getCode())
                        .isEqualTo(403));
        assertThat(mayCreatePods()).isFalse();
        kubernetes.allow("create", "pods");
        assertThat(mayCreatePods()).isTrue();
        createPod("web");
    }

    private boolean mayCreatePods() {
        return client.authorization()
                .v1()
                .selfSubjectAccessReview()
                .create(new SelfSubjectAccessReviewBuilder()
                        .withNewSpec()
                        .withNewResourceAttributes()
                        .withVerb("create")
                        .withResource("pods")
                        .endResourceAttributes()
                        .endSpec()
                        .build())
                .getStatus()
                .getAllowed();
    }

    @Test
    void aLeaseHasOneHolder() {
        List<String> leaders = new CopyOnWriteArrayList<>();
        CompletableFuture<?> first = elector("first", leaders).start();
        await().atMost(SOON).untilAsserted(() -> assertThat(leaders).containsExactly("first"));
        CompletableFuture<?> second = elector("second", leaders).start();
        await().during(Duration.ofSeconds(1)).atMost(SOON).until(() -> leaders.size() == 1);
        first.cancel(true);
        await().atMost(SOON).untilAsserted(() -> assertThat(leaders).containsExactly("first", "second"));
        second.cancel(true);
    }

    private LeaderElector elector(String identity, List<String> leaders) {
        return client.leaderElector()
                .withConfig(new LeaderElectionConfigBuilder()
                        .withName(identity)
                        .withLock(new LeaseLock("default", "leader", identity))
                        .withLeaseDuration(Duration.ofSeconds(2))
                        .withRenewDeadline(Duration.ofMillis(1_500))
                        .withRetryPeriod(Duration.ofMillis(200))
                        .withReleaseOnCancel(true)
                        .withLeaderCallbacks(new LeaderCallbacks(() -> leaders.add(identity), () -> {}, leader -> {}))
                        .build())
                .build();
    }

    @Test
    void plainHttpWatchStreamsLinesAndEndsInTime() throws Exception {
        createPod("web");
        List<String> events = lines("/api/v1/pods?watch=true&timeoutSeconds=1&resourceVersion=0");
        assertThat(events)
                .singleElement()
                .asString()
                .startsWith("{\"type\":\"ADDED\"")
                .contains("\"name\":\"web\"");
    }

    @Test
    void aWatchFromAForgottenVersionIsGone() throws Exception {
        String version = createPod("web").getMetadata().getResourceVersion();
        kubernetes.expireHistory();
        assertThat(lines("/api/v1/pods?watch=true&resourceVersion=" + version))
                .singleElement()
                .asString()
                .startsWith("{\"type\":\"ERROR\"")
                .contains("\"code\":410", "\"reason\":\"Expired\"");
    }

    @Test
    void initialEventsEndWithABookmark() throws Exception {
        createPod("web");
        assertThat(lines("/api/v1/pods?watch=true&sendInitialEvents=true&allowWatchBookmarks=true"
                        + "&resourceVersionMatch=NotOlderThan&timeoutSeconds=1"))
                .hasSize(2)
                .last()
                .asString()
                .startsWith("{\"type\":\"BOOKMARK\"")
                .contains("\"k8s.io/initial-events-end\":\"true\"");
    }

    @Test
    void watchesThatCannotBeAreRefusedBeforeTheyOpen() throws Exception {
        kubernetes.deny("watch", "nodes");
        assertThat(get("/api/v1/nodes?watch=true").statusCode()).isEqualTo(403);
        assertThat(get("/api/v1/pods?watch=true&fieldSelector=spec.priority%3D0")
                        .statusCode())
                .isEqualTo(400);
        assertThat(get("/api/v1/pods?watch=true&resourceVersion=x").statusCode())
                .isEqualTo(400);
        assertThat(get("/api/v1/things?watch=true").statusCode()).isEqualTo(404);
    }

    private List<String> lines(String path) throws Exception {
        return get(path).body().lines().toList();
    }

    private HttpResponse<String> get(String path) throws Exception {
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create(kubernetes.url() + path))
                                .build(),
                        BodyHandlers.ofString());
    }

    @Test
    void theKubeconfigLeadsHere(@TempDir Path folder) throws Exception {
        createPod("web");
        Path file = kubernetes.writeKubeconfig(folder.resolve("kubeconfig"));
        try (KubernetesClient other = new KubernetesClientBuilder()
                .withConfig(Config.fromKubeconfig(Files.readString(file)))
                .build()) {
            assertThat(other.getNamespace()).isEqualTo("default");
            assertThat(other.pods().withName("web").get()).isNotNull();
        }
    }

    @Test
    void customKindsAreServedOnceTheyAreDefined() {
        client.resource(
                        """
                        apiVersion: apiextensions.k8s.io/v1
                        kind: CustomResourceDefinition
                        metadata: {name: things.example.com}
                        spec:
                          group: example.com
                          scope: Namespaced
                          names: {plural: things, singular: thing, kind: Thing}
                          versions:
                          - {name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object}}}
                        """)
                .create();
        client.resource("apiVersion: example.com/v1\nkind: Thing\nmetadata: {name: one, namespace: default}\n")
                .create();
        assertThat(client.genericKubernetesResources("example.com/v1", "Thing")
                        .inNamespace("default")
                        .list()
                        .getItems())
                .hasSize(1);
    }

    @Test
    void startsOnceAndStopsOften() {
        assertThatThrownBy(kubernetes::start).hasMessageContaining("runs already");
        kubernetes.stop();
        kubernetes.stop();
        assertThatThrownBy(kubernetes::url).hasMessageContaining("start it first");
        kubernetes.restartOnSamePort();
    }
}
