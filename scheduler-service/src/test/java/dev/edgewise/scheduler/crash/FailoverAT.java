package dev.edgewise.scheduler.crash;

import static java.util.stream.Collectors.collectingAndThen;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.edgewise.common.Names;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.NodeConditionFluent;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.PodTemplateSpecBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collector;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Nodes fail on a real API server with its own controllers; their protected pods restart on the nodes that keep room for them. */
class FailoverAT {
    private static final int DEPLOYMENTS = 8;
    private static final int REPLICAS = 25;

    private final Set<String> failed = ConcurrentHashMap.newKeySet();
    private final ScheduledExecutorService kubelets = Executors.newSingleThreadScheduledExecutor();
    private CrashSite site;
    private Replica service;

    @BeforeEach
    void start() {
        site = CrashSite.open();
        site.api().defineReservations();
        // 4 sites x 5 nodes x 2 cores: ten pods a node are half of it
        site.nodes(2);
        kubelets.scheduleWithFixedDelay(this::beat, 5, 5, TimeUnit.SECONDS);
        service = site.start(
                        "--edgewise.scheduler.recovery.profiles=edgewise", "--edgewise.scheduler.recovery.grace=1s")
                .awaitReady();
        await().atMost(CrashSite.PATIENCE).until(service::leads);
        // The API server taints new nodes until the controllers have seen them.
        await().atMost(CrashSite.PATIENCE).until(() -> site.api().client().nodes().list().getItems().stream()
                .allMatch(node -> node.getSpec().getTaints().isEmpty()));
        for (int i = 0; i < DEPLOYMENTS; i++) {
            site.api().client().resource(deployment(i).build()).create();
        }
        await().atMost(CrashSite.PATIENCE).until(() -> bound().size() == DEPLOYMENTS * REPLICAS);
    }

    @AfterEach
    void stop() {
        kubelets.shutdownNow();
        if (site != null) {
            site.api()
                    .client()
                    .apps()
                    .deployments()
                    .inNamespace(site.site().namespace())
                    .delete();
        }
        if (service != null) {
            service.close();
        }
        if (site != null) {
            site.close();
        }
    }

    @Test
    void podsOfOneAndThenOfTwoFailedNodesRunWithinTheirNeedsAgain() {
        assertThat(bound()).allSatisfy(pod -> assertThat(backup(pod)).isNotNull());
        String failing = homeOfSite(0);
        Map<String, List<String>> expected = backupsByOwner(failing);

        Duration took = restarted(Set.of(failing));

        assertThat(bound().stream().filter(FailoverAT::tookReservation).collect(homesByOwner()))
                .containsExactlyInAnyOrderEntriesOf(expected);
        System.out.printf("one node: %d ms%n", took.toMillis());
        // What lost its backup, and what was restarted, has another one by now; the annotations follow.
        await().atMost(CrashSite.PATIENCE)
                .untilAsserted(() -> assertThat(bound()).allSatisfy(pod -> assertThat(backup(pod))
                        .isNotNull()
                        .isNotEqualTo(failing)
                        .isNotEqualTo(pod.getSpec().getNodeName())));

        Duration both = restarted(Set.of(homeOfSite(1), homeOfSite(2)));

        System.out.printf("two nodes: %d ms%n", both.toMillis());
        assertThat(service.log()).doesNotContain(" ERROR ");
    }

    /** A node with pods; some have none, as they keep room for others. */
    private String homeOfSite(int at) {
        return bound().stream()
                .filter(pod -> siteOf(pod) == at)
                .map(pod -> pod.getSpec().getNodeName())
                .findFirst()
                .orElseThrow();
    }

    /** Until all pods are bound to other nodes, near to what they refer to. */
    private Duration restarted(Set<String> names) {
        long begun = System.nanoTime();
        names.forEach(this::fail);
        await().atMost(CrashSite.PATIENCE)
                .pollInterval(Duration.ofMillis(100))
                .until(() -> bound().stream()
                                .filter(pod -> !names.contains(pod.getSpec().getNodeName()))
                                .count()
                        == DEPLOYMENTS * REPLICAS);
        Duration took = Duration.ofNanos(System.nanoTime() - begun);
        assertThat(bound())
                .allSatisfy(pod -> assertThat(site.sites().siteOf(pod.getSpec().getNodeName()))
                        .isEqualTo(siteOf(pod)));
        return took;
    }

    /** As kubelets do: the controllers take silent nodes for unreachable after a while. */
    private void beat() {
        String now = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
        for (String name : site.sites().names()) {
            String node = site.site().name(name);
            if (!failed.contains(node)) {
                ready(node, condition -> condition.withLastHeartbeatTime(now));
            }
        }
    }

    /** As if its kubelet said so: the controllers taint it. */
    private void fail(String node) {
        failed.add(node);
        await().atMost(CrashSite.PATIENCE).until(() -> ready(node, condition -> condition.withStatus("False")));
    }

    /** Whether nobody else has changed the node meanwhile. */
    private boolean ready(String node, Consumer<NodeConditionFluent<?>> change) {
        try {
            site.api().client().nodes().withName(node).editStatus(known -> changed(known, change));
            return true;
        } catch (KubernetesClientException conflict) {
            return false;
        }
    }

    private static Node changed(Node known, Consumer<NodeConditionFluent<?>> change) {
        NodeBuilder builder = new NodeBuilder(known);
        var condition =
                builder.editStatus().editMatchingCondition(one -> one.getType().equals("Ready"));
        change.accept(condition);
        return condition.endCondition().endStatus().build();
    }

    private Map<String, List<String>> backupsByOwner(String node) {
        return bound().stream()
                .filter(pod -> pod.getSpec().getNodeName().equals(node))
                .collect(groupingBy(FailoverAT::owner, mapping(FailoverAT::backup, sorted())));
    }

    private static Collector<Pod, ?, Map<String, List<String>>> homesByOwner() {
        return groupingBy(FailoverAT::owner, mapping(pod -> pod.getSpec().getNodeName(), sorted()));
    }

    private static Collector<String, ?, List<String>> sorted() {
        return collectingAndThen(toList(), names -> names.stream().sorted().toList());
    }

    private static boolean tookReservation(Pod pod) {
        return pod.getMetadata().getAnnotations().containsKey(Names.RESERVATION_ANNOTATION);
    }

    private static String backup(Pod pod) {
        return pod.getMetadata().getAnnotations().get(Names.BACKUP_NODE_ANNOTATION);
    }

    private static String owner(Pod pod) {
        return pod.getMetadata().getOwnerReferences().get(0).getName();
    }

    private static int siteOf(Pod pod) {
        return Integer.parseInt(pod.getMetadata().getLabels().get("site"));
    }

    /** Those that are not on their way out. */
    private List<Pod> bound() {
        return site.site().pods().stream()
                .filter(pod -> pod.getMetadata().getDeletionTimestamp() == null)
                .filter(pod -> pod.getSpec().getNodeName() != null)
                .toList();
    }

    private DeploymentBuilder deployment(int number) {
        String name = "app-" + number;
        return new DeploymentBuilder()
                .withNewMetadata()
                .withNamespace(site.site().namespace())
                .withName(name)
                .endMetadata()
                .withNewSpec()
                .withReplicas(REPLICAS)
                .withNewSelector()
                .addToMatchLabels("app", name)
                .endSelector()
                .withTemplate(template(name, number % EdgeSites.SITES))
                .endSpec();
    }

    private PodTemplateSpec template(String name, int at) {
        return new PodTemplateSpecBuilder()
                .withNewMetadata()
                .addToLabels("app", name)
                .addToLabels("site", Integer.toString(at))
                .addToLabels(Names.DELAY_LABEL_PREFIX + site.site().name(EdgeSites.node(at, 4)), "10")
                .endMetadata()
                .withNewSpec()
                .withSchedulerName("edgewise")
                .addNewContainer()
                .withName("c")
                .withImage("registry.example/app:1")
                .withNewResources()
                .addToRequests("cpu", new Quantity("100m"))
                .endResources()
                .endContainer()
                .endSpec()
                .build();
    }
}
