package dev.edgewise.scheduler.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.edgewise.common.Names;
import dev.edgewise.testkit.RepositoryFiles;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A kube-scheduler without knowledge of Edgewise fills the cluster, and leaves the reserves free in which protected
 * pods restart; {@code -Dedgewise.failover.not-ready-grace=30s} for the time that a node is not ready by default.
 */
class BalloonsAT {
    private static final int PROTECTED = 6;
    private static final int MILLI_CPU_OF_A_NODE = 2000;

    private CrashSite site;
    private Kubelets kubelets;
    private Replica service;
    private StockScheduler stock;

    @BeforeEach
    void start() {
        site = CrashSite.open();
        site.api().defineReservations();
        site.api().client().load(priorityClass()).serverSideApply();
        site.nodes(1, MILLI_CPU_OF_A_NODE / 1000);
        kubelets = new Kubelets(site);
        service = site.start(
                        "--edgewise.kubernetes.namespace=" + site.site().namespace(),
                        "--edgewise.scheduler.recovery.profiles=edgewise",
                        "--edgewise.scheduler.recovery.grace=1s",
                        Kubelets.NOT_READY_GRACE,
                        "--edgewise.scheduler.recovery.visible=balloons")
                .awaitReady();
        await().atMost(CrashSite.PATIENCE).until(service::leads);
        kubelets.awaitNoTaints();
        stock = StockScheduler.start(site.kubeconfig());
    }

    private static InputStream priorityClass() {
        try {
            return Files.newInputStream(
                    RepositoryFiles.file("deploy/kubernetes/overlays/balloons/priority-class.yaml"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @AfterEach
    void stop() throws Exception {
        for (AutoCloseable started :
                Stream.of(stock, kubelets, service).filter(one -> one != null).toList()) {
            started.close();
        }
        if (site != null) {
            site.api()
                    .client()
                    .apps()
                    .deployments()
                    .inNamespace(site.site().namespace())
                    .delete();
            site.close();
        }
    }

    @Test
    void kubeSchedulerLeavesTheRoomFreeOnWhichPodsRestart() {
        site.api().client().resource(apps().build()).create();
        await().atMost(CrashSite.PATIENCE).until(() -> bound("app").size() == PROTECTED);
        await().atMost(CrashSite.PATIENCE).untilAsserted(() -> {
            balloons().forEach(this::accept);
            assertThat(held()).isEqualTo(kept());
        });

        for (int i = 0; i < 40; i++) {
            site.site()
                    .create(site.site()
                            .pod("foreign-" + i, "default-scheduler", "500m")
                            .editSpec()
                            .withTolerations(List.of())
                            .endSpec());
        }
        await().atMost(CrashSite.PATIENCE).until(() -> free().values().stream().allMatch(milliCpu -> milliCpu < 500));
        assertThat(bound("foreign")).hasSizeBetween(1, 39);
        assertThat(free()).allSatisfy((node, milliCpu) -> assertThat(milliCpu).isNotNegative());
        await().atMost(CrashSite.PATIENCE).until(this::allAreProtected);

        String failing = bound("app").get(0).getSpec().getNodeName();
        long begun = System.nanoTime();
        kubelets.fail(failing);
        await().atMost(CrashSite.PATIENCE)
                .pollInterval(Duration.ofMillis(50))
                .until(() -> bound("app").stream()
                                .filter(pod -> !pod.getSpec().getNodeName().equals(failing))
                                .count()
                        == PROTECTED);

        System.out.printf("with balloons: %d ms%n", (System.nanoTime() - begun) / 1_000_000);
        Map<String, Integer> free = free();
        free.remove(failing);
        assertThat(free).allSatisfy((node, milliCpu) -> assertThat(milliCpu).isNotNegative());
        assertThat(service.log()).doesNotContain(" ERROR ");
    }

    private DeploymentBuilder apps() {
        return new DeploymentBuilder()
                .withNewMetadata()
                .withNamespace(site.site().namespace())
                .withName("app")
                .endMetadata()
                .withNewSpec()
                .withReplicas(PROTECTED)
                .withNewSelector()
                .addToMatchLabels("app", "app")
                .endSelector()
                .withNewTemplate()
                .withNewMetadata()
                .addToLabels("app", "app")
                .endMetadata()
                .withSpec(site.site().pod("app", "edgewise", "500m").buildSpec())
                .endTemplate()
                .endSpec();
    }

    private boolean allAreProtected() {
        return service.body("/api/v1/recovery").path("unprotected").asInt(-1) == 0;
    }

    /** Returns the reserves by node, in thousandths of a core. */
    private Map<String, Integer> kept() {
        Map<String, Integer> kept = new HashMap<>();
        service.body("/api/v1/recovery")
                .at("/backups/items")
                .forEach(backup -> kept.put(
                        backup.path("node").asText(),
                        milliCpu(new Quantity(backup.at("/reserved/cpu").asText()))));
        return kept;
    }

    /** Returns the sums of the balloons by node, in the same unit. */
    private Map<String, Integer> held() {
        Map<String, Integer> held = new HashMap<>();
        balloons().forEach(pod -> held.merge(pod.getSpec().getNodeName(), milliCpu(pod), Integer::sum));
        return held;
    }

    /** Returns the free capacity that a scheduler finds on each node of the site. */
    private Map<String, Integer> free() {
        Map<String, Integer> free = new HashMap<>();
        site.sites().names().forEach(name -> free.put(site.site().name(name), MILLI_CPU_OF_A_NODE));
        site.site().pods().stream()
                .filter(pod -> pod.getSpec().getNodeName() != null)
                .forEach(pod -> free.merge(pod.getSpec().getNodeName(), -milliCpu(pod), Integer::sum));
        return free;
    }

    private List<Pod> balloons() {
        return site.site().pods().stream()
                .filter(pod -> pod.getMetadata().getLabels() != null
                        && pod.getMetadata().getLabels().containsKey(Names.BALLOON_LABEL))
                .toList();
    }

    /** Accepts the balloon as a kubelet with enough capacity does. */
    private void accept(Pod balloon) {
        if (balloon.getStatus().getStartTime() == null) {
            balloon.getStatus()
                    .setStartTime(Instant.now().truncatedTo(ChronoUnit.SECONDS).toString());
            try {
                site.api().client().resource(balloon).updateStatus();
            } catch (KubernetesClientException gone) {
                // Or changed: the next look finds it.
            }
        }
    }

    /** Returns the bound pods with that name that are not being deleted. */
    private List<Pod> bound(String name) {
        return site.site().pods().stream()
                .filter(pod -> pod.getMetadata().getName().startsWith(name + "-"))
                .filter(pod -> pod.getMetadata().getDeletionTimestamp() == null)
                .filter(pod -> pod.getSpec().getNodeName() != null)
                .toList();
    }

    private static int milliCpu(Pod pod) {
        return milliCpu(pod.getSpec()
                .getContainers()
                .get(0)
                .getResources()
                .getRequests()
                .get("cpu"));
    }

    private static int milliCpu(Quantity quantity) {
        return Quantity.getAmountInBytes(quantity).movePointRight(3).intValueExact();
    }
}
