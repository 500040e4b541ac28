package dev.edgewise.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.edgewise.scheduler.acceptance.RealApi;
import dev.edgewise.scheduler.acceptance.RealSite;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.state.ClusterState;
import dev.edgewise.scheduler.state.PodSelectors;
import dev.edgewise.scheduler.state.Snapshot;
import dev.edgewise.scheduler.testing.TestPods;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.awaitility.core.ConditionTimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** On a real API server, a profile like {@code stock} spreads replicas that ask for nothing, as kube-scheduler does. */
class DefaultSpreadAT {
    private static final String PROFILE = "like-stock";
    /** The time in which a controller makes the pods of a Deployment: without one the test is skipped. */
    private static final Duration CONTROLLED_WITHIN = Duration.ofMinutes(1);

    private RealApi api;
    private RealSite site;
    private RunningService service;

    @BeforeEach
    void start() {
        Path kubeconfig = RealApi.kubeconfig("KUBECONFIG");
        api = new RealApi(kubeconfig);
        site = new RealSite(api);
        await().until(() -> api.exists("/api/v1/namespaces/" + site.namespace() + "/serviceaccounts/default"));
        service = RunningService.start(kubeconfig, "--edgewise.scheduler.profiles." + PROFILE + ".like=stock");
    }

    @AfterEach
    void stop() {
        if (service != null) {
            service.close();
        }
        if (site != null) {
            site.close();
        }
        if (api != null) {
            api.close();
        }
    }

    /** The large node is by far the emptiest throughout. */
    @Test
    void sixReplicasOfADeploymentLandTwoByTwo() {
        node("large", "64", "a");
        node("b", "4", "b");
        node("c", "4", "c");
        await().until(() -> sees("large", "b", "c"));
        Deployment deployment = api.client().resource(deployment()).create();
        try {
            awaitPods();
            await().until(() -> perNode().values().stream().mapToLong(i -> i).sum() == 6);
            assertThat(perNode()).isEqualTo(Map.of(site.name("large"), 2L, site.name("b"), 2L, site.name("c"), 2L));
        } finally {
            api.client().resource(deployment).delete();
        }
    }

    /** Zone a has three nodes, b and c have one each; over nodes alone zone a would get nine of fifteen. */
    @Test
    void aServicesPodsSpreadOverZonesOfDifferentSizes() {
        node("a1", "4", "a");
        node("a2", "4", "a");
        node("a3", "4", "a");
        node("b1", "4", "b");
        node("c1", "4", "c");
        api.client()
                .resource(new ServiceBuilder()
                        .withNewMetadata()
                        .withName("web")
                        .withNamespace(site.namespace())
                        .endMetadata()
                        .withNewSpec()
                        .addToSelector("app", "web")
                        .addNewPort()
                        .withPort(80)
                        .endPort()
                        .endSpec()
                        .build())
                .create();
        await().until(() -> sees("a1", "a2", "a3", "b1", "c1") && seesTheService());
        for (int i = 0; i < 15; i++) {
            site.create(site.pod("web-" + i, PROFILE, "1m")
                    .editMetadata()
                    .addToLabels("app", "web")
                    .endMetadata());
        }
        await().until(() -> perNode().values().stream().mapToLong(i -> i).sum() == 15);
        Map<String, Long> nodes = perNode();
        assertThat(nodes.get(site.name("b1"))).isBetween(4L, 6L);
        assertThat(nodes.get(site.name("c1"))).isBetween(4L, 6L);
    }

    /** A scheduler places pods on the nodes it knows, by the Services it knows: each comes by a watch of its own. */
    private boolean sees(String... suffixes) {
        Snapshot snapshot = service.bean(ClusterState.class).snapshot();
        return Stream.of(suffixes).allMatch(suffix -> snapshot.node(site.name(suffix)) != null);
    }

    private boolean seesTheService() {
        Pod replica = TestPods.pod("any")
                .namespace(site.namespace())
                .label("app", "web")
                .build();
        return !service.bean(ClusterState.class)
                .snapshot()
                .get(PodSelectors.FACT)
                .replicasOf(replica)
                .isEverything();
    }

    private void node(String suffix, String cpu, String zone) {
        site.node(
                suffix, cpu, Map.of("kubernetes.io/hostname", site.name(suffix), "topology.kubernetes.io/zone", zone));
    }

    private Deployment deployment() {
        return new DeploymentBuilder()
                .withNewMetadata()
                .withName("web")
                .withNamespace(site.namespace())
                .endMetadata()
                .withNewSpec()
                .withReplicas(6)
                .withNewSelector()
                .addToMatchLabels("app", "web")
                .endSelector()
                .withNewTemplate()
                .withNewMetadata()
                .addToLabels("app", "web")
                .endMetadata()
                .withSpec(site.pod("web", PROFILE, "100m").build().getSpec())
                .endTemplate()
                .endSpec()
                .build();
    }

    private void awaitPods() {
        try {
            await().atMost(CONTROLLED_WITHIN).until(() -> site.pods().size() == 6);
        } catch (ConditionTimeoutException none) {
            assumeTrue(false, "skipped: the cluster runs no controller that makes pods of a Deployment");
        }
    }

    private Map<String, Long> perNode() {
        return site.pods().stream()
                .map(pod -> pod.getSpec().getNodeName())
                .filter(name -> name != null)
                .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
    }
}
