package dev.edgewise.scheduler.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.edgewise.scheduler.acceptance.RealApi;
import dev.edgewise.scheduler.acceptance.RealSite;
import dev.edgewise.testkit.ControlPlane;
import dev.edgewise.testkit.FreePorts;
import io.fabric8.kubernetes.api.model.Event;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A kube-scheduler as it comes places pods with our extender, and outlives it. */
class ExtenderAT {
    private static final String PROFILE = "custom-scheduler";
    /** A node takes 110 pods. */
    private static final int BURST = 100;

    private static ControlPlane controlPlane;
    private final int port = FreePorts.find();
    private RealApi api;
    private RealSite site;
    private Replica service;
    private StockScheduler scheduler;

    @BeforeAll
    static void startControlPlane() {
        controlPlane = OwnControlPlane.up();
    }

    @AfterAll
    static void stopControlPlane() {
        if (controlPlane != null) {
            controlPlane.close();
        }
    }

    @BeforeEach
    void start() {
        api = new RealApi(controlPlane.kubeconfig());
        site = new RealSite(api);
        await().atMost(CrashSite.PATIENCE)
                .until(() -> api.exists("/api/v1/namespaces/" + site.namespace() + "/serviceaccounts/default"));
        site.node("edge", "40", Map.of());
        site.node("cloud", "40", Map.of("kubernetes.io/role", "cloud"));
        service = replica().awaitReady();
    }

    @AfterEach
    void stop() throws Exception {
        for (AutoCloseable started : Stream.of(scheduler, service, site, api)
                .filter(Objects::nonNull)
                .toList()) {
            started.close();
        }
    }

    /** Pods without a delay need go to the cloud, those with one where it is met. */
    @Test
    void podsGoWhereTheExtenderLetsThem() {
        scheduler = StockScheduler.start(controlPlane.kubeconfig(), PROFILE, port, true);
        site.burst("anywhere", PROFILE, "100m", 0, 50);
        site.create(site.pod("near", PROFILE, "100m")
                .editMetadata()
                .addToLabels("delay_" + site.name("edge"), "5")
                .endMetadata());
        await().atMost(CrashSite.PATIENCE).until(() -> bound() == 51);

        assertThat(site.nodeOf("near")).isEqualTo("edge");
        assertThat(site.pods())
                .filteredOn(pod -> pod.getMetadata().getName().startsWith("anywhere-"))
                .hasSize(50)
                .allSatisfy(pod -> assertThat(pod.getSpec().getNodeName()).isEqualTo(site.name("cloud")));
        await().untilAsserted(() -> assertThat(site.events())
                .filteredOn(event -> "Scheduled".equals(event.getReason()))
                .hasSize(51)
                .extracting(Event::getReportingComponent)
                .containsOnly(PROFILE));
        assertThat(service.log()).doesNotContain("Pod scheduled").doesNotContain("The extender favours no node");
    }

    @Test
    void aPodThatNoNodeIsForSaysWhy() {
        scheduler = StockScheduler.start(controlPlane.kubeconfig(), PROFILE, port, true);
        site.create(site.pod("lost", PROFILE, "100m")
                .editMetadata()
                .addToLabels("delay_nowhere", "5")
                .endMetadata());
        await().atMost(CrashSite.PATIENCE)
                .untilAsserted(() -> assertThat(site.messages("lost")).anySatisfy(said -> assertThat(said)
                        .startsWith("Warning FailedScheduling: 0/2 nodes are available:")
                        .contains("nowhere")));
        assertThat(site.nodeOf("lost")).isEmpty();
    }

    @Test
    void ifItMayBeIgnoredABurstGoesOnWithoutIt() {
        scheduler = StockScheduler.start(controlPlane.kubeconfig(), PROFILE, port, true);
        site.burst("early", PROFILE, "100m", 0, BURST / 3);
        await().atMost(CrashSite.PATIENCE).until(() -> bound() >= 20);
        service.kill();
        site.burst("late", PROFILE, "100m", BURST / 3, BURST);

        await().atMost(CrashSite.PATIENCE).until(() -> bound() == BURST);
        assertThat(site.pods())
                .anySatisfy(pod -> assertThat(pod.getSpec().getNodeName()).isEqualTo(site.name("edge")));
    }

    @Test
    void ifItMayNotBeIgnoredPodsWaitForIt() {
        scheduler = StockScheduler.start(controlPlane.kubeconfig(), PROFILE, port, false);
        site.burst("early", PROFILE, "100m", 0, BURST / 3);
        await().atMost(CrashSite.PATIENCE).until(() -> bound() >= 20);
        service.kill();
        site.burst("late", PROFILE, "100m", BURST / 3, BURST);
        await().atMost(CrashSite.PATIENCE)
                .until(() -> site.events().stream().anyMatch(event -> "FailedScheduling".equals(event.getReason())));
        assertThat(bound()).isLessThan(BURST);

        service = replica().awaitReady();
        await().atMost(CrashSite.PATIENCE).until(() -> bound() == BURST);
        assertThat(site.pods())
                .allSatisfy(pod -> assertThat(pod.getSpec().getNodeName()).isEqualTo(site.name("cloud")));
    }

    private Replica replica() {
        return Replica.start(
                controlPlane.kubeconfig(),
                "--edgewise.store=memory",
                "--edgewise.leader-election.enabled=false",
                "--edgewise.scheduler.extender.port=" + port,
                "--edgewise.scheduler.extender-profiles=" + PROFILE);
    }

    private long bound() {
        return site.pods().stream()
                .filter(pod -> pod.getSpec().getNodeName() != null)
                .count();
    }
}
