package dev.edgewise.scheduler.kubernetes.watch;

import static dev.edgewise.kubernetes.testing.KubernetesObjects.namespace;
import static dev.edgewise.kubernetes.testing.KubernetesObjects.node;
import static dev.edgewise.kubernetes.testing.KubernetesObjects.pod;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.edgewise.common.Names;
import dev.edgewise.embedded.EmbeddedKubernetes;
import dev.edgewise.kubernetes.api.ApiServerClient;
import dev.edgewise.kubernetes.http.ApiServerTransport;
import dev.edgewise.kubernetes.watch.ClusterWatch;
import dev.edgewise.kubernetes.watch.ServiceWatchedKinds;
import dev.edgewise.kubernetes.watch.WatchedKind;
import dev.edgewise.scheduler.kubernetes.limits.HeavyObjectAccounting;
import dev.edgewise.scheduler.model.LabelSelector;
import dev.edgewise.scheduler.model.PodKey;
import dev.edgewise.scheduler.model.PodSelectorObjectKey;
import dev.edgewise.scheduler.model.PodSelectorObjectKey.Kind;
import dev.edgewise.scheduler.model.Requirement;
import dev.edgewise.scheduler.model.devices.DeviceClaims;
import dev.edgewise.scheduler.model.devices.ResourceClaim;
import dev.edgewise.scheduler.state.DisruptionBudgetIndex;
import dev.edgewise.scheduler.state.NamespaceLabels;
import dev.edgewise.scheduler.state.PendingPods;
import dev.edgewise.scheduler.state.PodSelectors;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirementsBuilder;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import io.fabric8.kubernetes.api.model.apps.ReplicaSetBuilder;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudgetBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ClusterWatchIT {
    private static final Duration SOON = Duration.ofMinutes(1);
    private static final Duration NEVER = Duration.ofHours(1);
    private static final HeavyObjectAccounting HEAVY = HeavyObjectAccounting.within(1 << 30);

    private final EmbeddedKubernetes kubernetes = new EmbeddedKubernetes();
    private final RecordingFeed feed = new RecordingFeed();
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private KubernetesClient client;
    private ApiServerTransport server;
    private ApiServerClient api;
    private ClusterWatch watch;

    @BeforeEach
    void start() {
        client = kubernetes.start().client();
        server = ApiServerTransport.of(kubernetes.config());
        api = new ApiServerClient(server, Duration.ofSeconds(5));
    }

    @AfterEach
    void stop() {
        if (watch != null) {
            watch.stop();
        }
        server.close();
        client.close();
        kubernetes.close();
    }

    @Test
    void tellsNodesBeforePods() {
        client.resource(node("n1")).create();
        client.resource(node("n2")).create();
        for (int i = 0; i < 20; i++) {
            client.resource(pod("p" + i)).create();
        }
        watch(NEVER);
        assertThat(feed.pods).hasSize(20);
        assertThat(feed.nodes).containsOnlyKeys("n1", "n2");
        assertThat(feed.kinds.subList(0, 2)).containsOnly("node");
    }

    /** Users with the right to create pods elsewhere can set the label of balloons. */
    @Test
    void aBalloonIsAPodOfTheOwnNamespaceOnANode() {
        client.resource(namespace("edgewise")).create();
        client.resource(balloon("edgewise", "one", "n1")).create();
        client.resource(balloon("edgewise", "on-no-node", null)).create();
        client.resource(balloon("default", "of-a-tenant", "n1")).create();
        watch(NEVER);

        assertThat(feed.balloons).containsOnlyKeys(new PodKey("edgewise", "one"));
        assertThat(feed.pods)
                .containsOnlyKeys(new PodKey("edgewise", "on-no-node"), new PodKey("default", "of-a-tenant"));
    }

    private static Pod balloon(String namespace, String name, @Nullable String node) {
        return new PodBuilder(pod(name))
                .editMetadata()
                .withNamespace(namespace)
                .addToLabels(Names.BALLOON_LABEL, "recovery")
                .endMetadata()
                .editSpec()
                .withNodeName(node)
                .endSpec()
                .build();
    }

    @Test
    void followsEachKind() {
        watch(NEVER);
        client.resource(namespace("shop")).create();
        client.resource(node("n1")).create();
        client.resource(pod("p1")).create();
        client.resource(new PodDisruptionBudgetBuilder()
                        .withNewMetadata()
                        .withName("pdb")
                        .withNamespace("default")
                        .endMetadata()
                        .withNewSpec()
                        .endSpec()
                        .build())
                .create();
        await().atMost(SOON).untilAsserted(() -> {
            assertThat(feed.get(NamespaceLabels.FACT).of("shop")).containsEntry("team", "shop");
            assertThat(feed.nodes.get("n1").allocatable().milliCpu()).isEqualTo(4000);
            assertThat(feed.pods).containsOnlyKeys(new PodKey("default", "p1"));
            assertThat(feed.get(DisruptionBudgetIndex.FACT).names()).containsExactly("default/pdb");
        });
        client.nodes().withName("n1").edit(node -> {
            node.getMetadata().getLabels().put("zone", "a");
            return node;
        });
        await().atMost(SOON)
                .until(() -> "a".equals(feed.nodes.get("n1").labels().get("zone")));
        client.nodes().withName("n1").delete();
        client.pods().inNamespace("default").withName("p1").withGracePeriod(0).delete();
        client.policy()
                .v1()
                .podDisruptionBudget()
                .inNamespace("default")
                .withName("pdb")
                .delete();
        await().atMost(SOON).untilAsserted(() -> {
            assertThat(feed.nodes).isEmpty();
            assertThat(feed.pods).isEmpty();
            assertThat(feed.get(DisruptionBudgetIndex.FACT).names()).isEmpty();
        });
    }

    /** The embedded API serves claims to devices in v1 only, as Kubernetes 1.34 and newer do by default. */
    @Test
    void aKindThatIsNotServedCountsAsEmpty() {
        List<Boolean> served = new CopyOnWriteArrayList<>();
        WatchedKind<?> absent = WatchedKind.all(
                        io.fabric8.kubernetes.api.model.resource.v1beta1.ResourceClaim.class,
                        claim -> {},
                        (namespace, name) -> {})
                .ifServed(served::add);
        List<WatchedKind<?>> kinds = new ArrayList<>(DeviceWatches.all(feed));
        kinds.add(absent);
        client.resource(new ResourceClaimBuilder()
                        .withNewMetadata()
                        .withName("gpu")
                        .withNamespace("default")
                        .endMetadata()
                        .build())
                .create();
        watch = new ClusterWatch(
                api,
                new ServiceWatchedKinds(List.of(), kinds, TrimmedObjectMapper.create()),
                ClusterWatch.Settings.DEFAULT,
                meters);
        watch.start();
        await().atMost(SOON).until(watch::isSynced);
        assertThat(served).containsOnly(false);
        assertThat(watch.caughtUp().toCompletableFuture()).succeedsWithin(SOON);
        assertThat(feed.get(DeviceClaims.FACT).claims()).containsOnlyKeys(new ResourceClaim.Key("default", "gpu"));
        assertThat(feed.get(DeviceClaims.FACT).served()).isTrue();
    }

    @Test
    void followsWhatSelectsPods() {
        Service service = new ServiceBuilder()
                .withMetadata(named("web"))
                .withNewSpec()
                .addToSelector("app", "web")
                .endSpec()
                .build();
        client.resource(service).create();
        PodSelectorObjectKey key = new PodSelectorObjectKey(Kind.SERVICE, "default", "web");
        PodSelectorObjectKey set = new PodSelectorObjectKey(Kind.REPLICA_SET, "default", "web-1");
        watch(SelectorWatches.all(feed, HEAVY), NEVER);
        assertThat(feed.get(PodSelectors.FACT).byKey())
                .isEqualTo(Map.of(key, LabelSelector.of(List.of(Requirement.in("app", "web")))));
        client.resource(new ReplicaSetBuilder()
                        .withMetadata(named("web-1"))
                        .withNewSpec()
                        .withNewSelector()
                        .addToMatchLabels("hash", "1")
                        .endSelector()
                        .endSpec()
                        .build())
                .create();
        await().atMost(SOON).until(() -> feed.get(PodSelectors.FACT).byKey().containsKey(set));
        client.resource(service).delete();
        await().atMost(SOON).until(() -> !feed.get(PodSelectors.FACT).byKey().containsKey(key));
    }

    @Test
    void aPodThatEndsIsGone() {
        watch(NEVER);
        client.resource(pod("p1")).create();
        await().atMost(SOON).until(() -> feed.pods.size() == 1);
        client.pods().inNamespace("default").withName("p1").editStatus(pod -> {
            pod.getStatus().setPhase("Succeeded");
            return pod;
        });
        await().atMost(SOON).until(feed.pods::isEmpty);
    }

    @Test
    void survivesARestartAndAnExpiredHistory() {
        client.resource(pod("stays")).create();
        client.resource(pod("goes")).create();
        watch(NEVER);
        kubernetes.stop();
        kubernetes.restartOnSamePort();
        kubernetes.expireHistory();
        try (KubernetesClient other = kubernetes.client()) {
            other.pods()
                    .inNamespace("default")
                    .withName("goes")
                    .withGracePeriod(0)
                    .delete();
            other.resource(pod("comes")).create();
        }
        await().atMost(Duration.ofSeconds(20)).untilAsserted(() -> assertThat(feed.pods)
                .containsOnlyKeys(new PodKey("default", "stays"), new PodKey("default", "comes")));
    }

    @Test
    void hasCaughtUpOnlyWhenItHasToldWhatTheApiServerKnew() {
        client.resource(pod("known")).create();
        watch(NEVER);
        assertThat(watch.caughtUp().toCompletableFuture()).succeedsWithin(SOON);

        kubernetes.stop();
        kubernetes.restartOnSamePort();
        kubernetes.expireHistory();
        try (KubernetesClient other = kubernetes.client()) {
            other.resource(pod("comes")).create();
            other.pods()
                    .inNamespace("default")
                    .withName("known")
                    .withGracePeriod(0)
                    .delete();
        }
        assertThat(watch.caughtUp().toCompletableFuture()).succeedsWithin(SOON);
        assertThat(feed.pods).containsOnlyKeys(new PodKey("default", "comes"));
    }

    @Test
    void whatCannotBeReadIsCountedAndCostsNoMoreThanItself() {
        Quantity many = new Quantity("many");
        var oddNode = node("odd");
        oddNode.getStatus().getAllocatable().put("cpu", many);
        client.resource(oddNode).create();
        client.resource(node("n1")).create();
        var oddPod = pod("odd");
        oddPod.getSpec().setNodeName("n1");
        var limits = Map.of("cpu", many, "memory", new Quantity("1Gi"));
        oddPod.getSpec()
                .getContainers()
                .get(0)
                .setResources(
                        new ResourceRequirementsBuilder().withRequests(limits).build());
        client.resource(oddPod).create();
        watch(NEVER);
        assertThat(feed.nodes).containsOnlyKeys("n1", "odd");
        assertThat(feed.nodes.get("odd").allocatable().milliCpu()).isZero();
        assertThat(feed.nodes.get("odd").maxPods()).isEqualTo(110);
        PodKey key = new PodKey("default", "odd");
        assertThat(feed.unreadable.get(key))
                .isEqualTo(
                        "spec.containers[0].resources.requests.cpu is \"many\": must be a quantity, such as 100m, 2 or"
                                + " 1Gi");
        assertThat(feed.pods.get(key).spec().requests().needed().memory()).isEqualTo(1L << 30);
        assertThat(skipped("nodes")).isEqualTo(1);
        assertThat(skipped("pods")).isEqualTo(1);
    }

    private double skipped(String kind) {
        return meters.counter("edgewise.watch.objects.skipped", "kind", kind).count();
    }

    private static ObjectMeta named(String name) {
        return new ObjectMetaBuilder().withName(name).withNamespace("default").build();
    }

    private void watch(Duration compareEvery) {
        watch(WatchedKinds.surroundings(feed, HEAVY), compareEvery);
    }

    private void watch(List<WatchedKind<?>> surroundings, Duration compareEvery) {
        watch = new ClusterWatch(
                api, kinds(surroundings), new ClusterWatch.Settings(compareEvery, Duration.ZERO), meters);
        watch.start();
        await().atMost(SOON).until(watch::isSynced);
    }

    private ServiceWatchedKinds kinds(List<WatchedKind<?>> first) {
        return new ServiceWatchedKinds(
                first,
                List.of(WatchedKinds.pods(feed, new PendingPods(true), Spelling.none(), "edgewise", HEAVY)),
                TrimmedObjectMapper.create());
    }
}
