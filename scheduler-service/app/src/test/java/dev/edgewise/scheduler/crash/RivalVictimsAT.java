package dev.edgewise.scheduler.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.edgewise.scheduler.RunningService;
import dev.edgewise.scheduler.acceptance.RealApi;
import dev.edgewise.scheduler.acceptance.RealSite;
import dev.edgewise.testkit.ControlPlane;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.ReplicaSetBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A ReplicaSet of a kube-scheduler repeatedly fills a node that an Edgewise pod preempts on: it loses few pods for
 * that.
 */
class RivalVictimsAT {
    /** Eight pods of 250m fill the node; six have to go for the pod of 1500m. */
    private static final int REPLICAS = 8;

    private static final int VICTIMS = 6;
    private static final Duration WATCHED = Duration.ofSeconds(14);

    private ControlPlane controlPlane;
    private RealApi api;
    private RealSite site;
    private StockScheduler rival;
    private RunningService service;

    @BeforeEach
    void start() {
        controlPlane = OwnControlPlane.up(",replicaset-controller");
        api = new RealApi(controlPlane.kubeconfig());
        site = new RealSite(api);
        await().atMost(CrashSite.PATIENCE)
                .until(() -> api.exists("/api/v1/namespaces/" + site.namespace() + "/serviceaccounts/default"));
        site.node("only", "2", Map.of());
        site.priority("important", 1000);
        rival = StockScheduler.start(controlPlane.kubeconfig());
        service = RunningService.start(controlPlane.kubeconfig());
    }

    @AfterEach
    void stop() throws Exception {
        for (AutoCloseable started : Stream.of(rival, service, site, api, controlPlane)
                .filter(Objects::nonNull)
                .toList()) {
            started.close();
        }
    }

    @Test
    void itPreemptsSeldomOnTheNodeThatTheOtherFillsAgain() {
        api.client().resource(replicas()).create();
        await().atMost(CrashSite.PATIENCE)
                .until(() ->
                        site.pods().stream().filter(RivalVictimsAT::isBound).count() == REPLICAS);
        Set<String> seen = ConcurrentHashMap.newKeySet();
        Pod urgent = site.create(site.pod("urgent", "edgewise", "1500m")
                .editSpec()
                .withPriorityClassName(site.name("important"))
                .endSpec());

        Instant end = createdAt(urgent).plus(WATCHED);
        await().pollInterval(Duration.ofMillis(50)).atMost(CrashSite.PATIENCE).until(() -> {
            // A busy machine may look again after the end.
            site.pods().stream()
                    .filter(RivalVictimsAT::isBound)
                    .filter(pod -> createdAt(pod).isBefore(end))
                    .map(pod -> pod.getMetadata().getName())
                    .filter(name -> name.startsWith("filler-"))
                    .forEach(seen::add);
            return isBound(site.pod("urgent")) || Instant.now().isAfter(end);
        });
        // At 0, 5 and 15 s at the earliest, and fewer than that if the pod got its place.
        assertThat(seen.size() - REPLICAS).isLessThanOrEqualTo(2 * VICTIMS);
    }

    private io.fabric8.kubernetes.api.model.apps.ReplicaSet replicas() {
        return new ReplicaSetBuilder()
                .withNewMetadata()
                .withName("filler")
                .withNamespace(site.namespace())
                .endMetadata()
                .withNewSpec()
                .withReplicas(REPLICAS)
                .withNewSelector()
                .addToMatchLabels("app", "filler")
                .endSelector()
                .withNewTemplate()
                .withNewMetadata()
                .addToLabels("app", "filler")
                .endMetadata()
                .withSpec(site.pod("filler", "default-scheduler", "250m")
                        .editSpec()
                        .withTerminationGracePeriodSeconds(0L)
                        .endSpec()
                        .build()
                        .getSpec())
                .endTemplate()
                .endSpec()
                .build();
    }

    /** Returns the second of the pod's creation, by the API server's clock. */
    private static Instant createdAt(Pod pod) {
        return Instant.parse(pod.getMetadata().getCreationTimestamp());
    }

    private static boolean isBound(Pod pod) {
        return pod.getSpec().getNodeName() != null;
    }
}
