package dev.edgewise.sandbox.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.edgewise.embedded.EmbeddedKubernetes;
import dev.edgewise.sandbox.cluster.controller.Controllers;
import dev.edgewise.sandbox.cluster.kubelet.KubeletSettings;
import dev.edgewise.sandbox.cluster.kubelet.SimulatedKubelets;
import dev.edgewise.sandbox.topology.EdgeTopology;
import io.fabric8.kubernetes.api.model.BindingBuilder;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.TolerationBuilder;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Simulated kubelets and controllers on the embedded API. The test is the scheduler: it binds pods itself. */
class SimulatedClusterIT {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final EmbeddedKubernetes kubernetes = new EmbeddedKubernetes().start();
    private final KubernetesClient client = kubernetes.client();
    private final SimulatedKubelets kubelets = new SimulatedKubelets(
            client,
            EdgeTopology.generate(4, 1).nodes(),
            new KubeletSettings(1, Duration.ofMillis(200), 400),
            Clock.systemUTC());
    private final Controllers controllers = new Controllers(client, 1, Duration.ofSeconds(2), Clock.systemUTC());

    @BeforeEach
    void start() {
        kubelets.start();
        controllers.start();
    }

    @AfterEach
    void stop() {
        controllers.close();
        kubelets.close();
        client.close();
        kubernetes.close();
    }

    @Test
    void nodesAreReadyAndGoAtTheEnd() {
        List<Node> nodes = client.nodes().list().getItems();
        assertThat(nodes)
                .extracting(node -> node.getMetadata().getName())
                .containsExactlyInAnyOrder("edge-1", "edge-2", "edge-3", "cloud-1");
        assertThat(nodes).allMatch(node -> ready(node).equals("True"));
        assertThat(client.leases().inNamespace("kube-node-lease").list().getItems())
                .hasSize(4);

        kubelets.removeNodes();

        assertThat(client.nodes().list().getItems()).isEmpty();
        assertThat(client.leases().inNamespace("kube-node-lease").list().getItems())
                .isEmpty();
    }

    @Test
    void aBoundPodRunsAndGoesWhenDeleted() {
        client.resource(pod("one", "edgewise.dev/sim-start-delay", "50ms")).create();
        bind("one", "edge-1");

        awaitPhase("one", "Running");
        client.pods().withName("one").delete();

        await().atMost(PATIENCE).until(() -> client.pods().withName("one").get() == null);
    }

    @Test
    void aPodThatCrashesIsRestartedAndCounted() {
        Pod crashing = new PodBuilder(pod("crash", "edgewise.dev/sim-run-for", "50ms"))
                .editMetadata()
                .addToAnnotations("edgewise.dev/sim-exit-code", "3")
                .endMetadata()
                .build();
        client.resource(crashing).create();
        bind("crash", "edge-2");

        await().atMost(PATIENCE).until(() -> {
            var statuses = client.pods().withName("crash").get().getStatus().getContainerStatuses();
            return !statuses.isEmpty() && statuses.get(0).getRestartCount() == 1;
        });
    }

    @Test
    void aPodWithABadAnnotationSaysSo() {
        client.resource(pod("bad", "edgewise.dev/sim-run-for", "soon")).create();
        bind("bad", "edge-2");

        await().atMost(PATIENCE).until(() -> {
            var statuses = client.pods().withName("bad").get().getStatus().getContainerStatuses();
            return !statuses.isEmpty()
                    && statuses.get(0).getState().getWaiting().getMessage().contains("'soon'");
        });
    }

    @Test
    void aDeploymentMakesItsPodsScalesAndGoes() {
        client.resource(deployment("web", 3)).create();
        await().atMost(PATIENCE).until(() -> pods("web").size() == 3);
        Pod pod = pods("web").get(0);
        String hash = pod.getMetadata().getLabels().get("pod-template-hash");
        assertThat(pod.getMetadata().getName()).matches("web-" + hash + "-[a-z0-9]{5}");
        assertThat(pod.getMetadata().getOwnerReferences().get(0).getName()).isEqualTo("web-" + hash);

        client.apps().deployments().withName("web").scale(1);
        await().atMost(PATIENCE).until(() -> pods("web").size() == 1);

        client.apps().deployments().withName("web").delete();
        await().atMost(PATIENCE).until(() -> pods("web").isEmpty());
    }

    @Test
    void aPodOfADeletedSetGoesToo() {
        Pod orphan = pod("orphan", "edgewise.dev/sim-run-for", "1h");
        orphan.getMetadata()
                .setOwnerReferences(List.of(new OwnerReferenceBuilder()
                        .withApiVersion("apps/v1")
                        .withKind("ReplicaSet")
                        .withName("web-1")
                        .withUid("long-gone")
                        .withController(true)
                        .build()));
        client.resource(orphan).create();
        await().atMost(PATIENCE).until(() -> client.pods().withName("orphan").get() == null);
    }

    @Test
    void aChangedTemplateReplacesThePods() {
        client.resource(deployment("web", 2)).create();
        await().atMost(PATIENCE).until(() -> pods("web").size() == 2);
        String before = pods("web").get(0).getMetadata().getLabels().get("pod-template-hash");

        // Its controller may write its status between the read and the write.
        await().atMost(PATIENCE)
                .ignoreException(KubernetesClientException.class)
                .until(() -> client.apps().deployments().withName("web").edit(web -> new DeploymentBuilder(web)
                                .editSpec()
                                .editTemplate()
                                .editMetadata()
                                .addToLabels("delay_edge-1", "5")
                                .endMetadata()
                                .endTemplate()
                                .endSpec()
                                .build())
                        != null);

        // A pod that is replaced may be gone when it is to be bound.
        await().atMost(PATIENCE)
                .ignoreException(KubernetesClientException.class)
                .until(() -> {
                    bindAll("web");
                    List<Pod> now = pods("web");
                    return now.size() == 2
                            && now.stream().noneMatch(pod -> pod.getMetadata()
                                    .getLabels()
                                    .get("pod-template-hash")
                                    .equals(before));
                });
    }

    @Test
    void aSilentNodeBecomesUnreachableItsPodsAreEvictedAndItReturns() {
        Pod impatient = new PodBuilder(pod("gone", "edgewise.dev/sim-start-delay", "50ms"))
                .editSpec()
                .withTolerations(new TolerationBuilder()
                        .withKey("node.kubernetes.io/unreachable")
                        .withOperator("Exists")
                        .withEffect("NoExecute")
                        .withTolerationSeconds(1L)
                        .build())
                .endSpec()
                .build();
        client.resource(impatient).create();
        bind("gone", "edge-3");
        awaitPhase("gone", "Running");

        annotate("edge-3", "true");
        await().atMost(PATIENCE)
                .until(() -> ready(client.nodes().withName("edge-3").get()).equals("Unknown"));
        await().atMost(PATIENCE)
                .until(() -> client.pods().withName("gone").get().getMetadata().getDeletionTimestamp() != null);

        annotate("edge-3", "false");
        await().atMost(PATIENCE).until(() -> {
            Node node = client.nodes().withName("edge-3").get();
            return ready(node).equals("True") && node.getSpec().getTaints().isEmpty();
        });
        await().atMost(PATIENCE).until(() -> client.pods().withName("gone").get() == null);
    }

    private void annotate(String node, String failed) {
        client.nodes().withName(node).edit(current -> new io.fabric8.kubernetes.api.model.NodeBuilder(current)
                .editMetadata()
                .addToAnnotations(SimulatedKubelets.FAILED, failed)
                .endMetadata()
                .build());
    }

    private void awaitPhase(String pod, String phase) {
        await().atMost(PATIENCE)
                .until(() -> phase.equals(
                        client.pods().withName(pod).get().getStatus().getPhase()));
    }

    private List<Pod> pods(String app) {
        return client.pods().withLabel("app", app).list().getItems();
    }

    private void bindAll(String app) {
        pods(app).stream()
                .filter(pod -> pod.getSpec().getNodeName() == null)
                .forEach(pod -> bind(pod.getMetadata().getName(), "cloud-1"));
    }

    private void bind(String pod, String node) {
        client.bindings()
                .resource(new BindingBuilder()
                        .withNewMetadata()
                        .withName(pod)
                        .withNamespace("default")
                        .endMetadata()
                        .withNewTarget()
                        .withKind("Node")
                        .withApiVersion("v1")
                        .withName(node)
                        .endTarget()
                        .build())
                .create();
    }

    private static String ready(Node node) {
        return node.getStatus().getConditions().stream()
                .filter(condition -> condition.getType().equals("Ready"))
                .findFirst()
                .orElseThrow()
                .getStatus();
    }

    private static Pod pod(String name, String annotation, String value) {
        return new PodBuilder()
                .withNewMetadata()
                .withName(name)
                .withNamespace("default")
                .addToAnnotations(annotation, value)
                .endMetadata()
                .withNewSpec()
                .addNewContainer()
                .withName("main")
                .withImage("pause")
                .endContainer()
                .endSpec()
                .build();
    }

    private static io.fabric8.kubernetes.api.model.apps.Deployment deployment(String name, int replicas) {
        return new DeploymentBuilder()
                .withNewMetadata()
                .withName(name)
                .withNamespace("default")
                .endMetadata()
                .withNewSpec()
                .withReplicas(replicas)
                .withNewSelector()
                .addToMatchLabels("app", name)
                .endSelector()
                .withNewTemplate()
                .withNewMetadata()
                .addToLabels("app", name)
                .endMetadata()
                .withNewSpec()
                .addNewContainer()
                .withName("main")
                .withImage("pause")
                .endContainer()
                .endSpec()
                .endTemplate()
                .endSpec()
                .build();
    }
}
