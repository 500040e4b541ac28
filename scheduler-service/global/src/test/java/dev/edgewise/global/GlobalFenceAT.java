package dev.edgewise.global;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.edgewise.testkit.FreePorts;
import dev.edgewise.testkit.RepositoryFiles;
import dev.edgewise.testkit.ServiceProcess;
import dev.edgewise.testkit.TcpProxy;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A member with scheduler-service, whose fence deletes what is not renewed: with the account, the rights and the policy
 * of the manifests.
 */
class GlobalFenceAT {
    private static final Duration PATIENCE = Duration.ofSeconds(240);
    private static final Duration START = Duration.ofMinutes(3);
    private static final Path JAR = RepositoryFiles.file("scheduler-service/target/scheduler-service.jar");

    @TempDir
    private static Path directory;

    private static RealMember near;
    private static RealMember cloud;
    private static TcpProxy wayToNear;
    private static TestManagement management;
    private static GlobalReplica global;
    private static ServiceProcess fence;
    private static final ScheduledExecutorService heartbeat = Executors.newSingleThreadScheduledExecutor();

    @BeforeAll
    static void start() throws Exception {
        assumeTrue(Files.exists(JAR), "skipped: package scheduler-service/app first");
        Map<String, RealMember> members = RealMember.start(Map.of("near", "8", "cloud", "64"));
        // No pod becomes ready in the near cluster: its attempts last.
        near = members.get("near").startsAfter(Duration.ofHours(1));
        cloud = members.get("cloud");
        wayToNear = TcpProxy.to(near.port());
        management = new TestManagement(cloud.adminKubeconfig());
        management.member("near", near.kubeconfig(wayToNear.port()), Map.of());
        management.member("cloud", cloud.kubeconfig(cloud.port()), Map.of());
        install();
        fence = schedulerService();
        heartbeat.scheduleWithFixedDelay(GlobalFenceAT::renewInTheCloud, 0, 2, TimeUnit.SECONDS);
        global = new GlobalReplica(
                management.kubeconfig(),
                "edgewise.global.members.timeout=30s",
                "edgewise.global.bids-within=30s",
                "edgewise.global.replica.lease=6s",
                "edgewise.global.replica.renew-every=2s",
                "edgewise.global.attempts.fence=30s",
                "edgewise.global.attempts.fence-margin=25s");
    }

    /** Applies to the near cluster what its operator does. No controller there runs the Deployment: this test does. */
    private static void install() throws IOException {
        for (String file : List.of(
                "install/scheduler-service.yaml", "components/fence/access.yaml", "components/fence/admission.yaml")) {
            try (var yaml = Files.newInputStream(RepositoryFiles.file("deploy/kubernetes/" + file))) {
                near.client().load(yaml).items().forEach(each -> near.client()
                        .resource(each)
                        .serverSideApply());
            }
        }
        near.bind("edgewise-fence", "edgewise-fence", "edgewise", "scheduler-service");
    }

    private static ServiceProcess schedulerService() throws Exception {
        Path kubeconfig = directory.resolve("scheduler-service.kubeconfig");
        Files.writeString(kubeconfig, near.kubeconfig(near.port(), "edgewise", "scheduler-service"));
        int port = FreePorts.find();
        ServiceProcess started = ServiceProcess.start(
                "scheduler-service",
                List.of(
                        ServiceProcess.java(),
                        "-XX:TieredStopAtLevel=1",
                        "-Xmx384m",
                        "-jar",
                        JAR.toString(),
                        "--server.address=127.0.0.1",
                        "--server.port=" + port,
                        "--edgewise.security.auth=none",
                        "--edgewise.kubernetes.namespace=edgewise",
                        "--edgewise.kubernetes.kubeconfig=" + kubeconfig,
                        "--edgewise.scheduler.fence.namespaces=default"),
                Map.of(),
                directory.resolve("scheduler-service.log"));
        started.awaitReady(URI.create("http://127.0.0.1:" + port + "/actuator/health/readiness"), START);
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(lease().getSpec().getRenewTime())
                        .as(started.log())
                        .isNotNull());
        return started;
    }

    /**
     * Says for the cloud that a fence runs there, as it must for each cluster of the request; nothing is cut off there.
     */
    private static void renewInTheCloud() {
        try {
            cloud.client()
                    .leases()
                    .inNamespace("edgewise-member")
                    .withName("edgewise-fence")
                    .edit(known -> new LeaseBuilder(known)
                            .editMetadata()
                            .addToAnnotations("edgewise.dev/fenced-namespaces", "default")
                            .endMetadata()
                            .editOrNewSpec()
                            .withRenewTime(ZonedDateTime.now(ZoneOffset.UTC))
                            .endSpec()
                            .build());
        } catch (KubernetesClientException late) {
            // It is renewed again after 2 s; an exception would end that.
        }
    }

    private static Lease lease() {
        return near.client()
                .leases()
                .inNamespace("edgewise-member")
                .withName("edgewise-fence")
                .get();
    }

    @AfterAll
    static void stop() throws Exception {
        heartbeat.shutdownNow();
        for (AutoCloseable each : new AutoCloseable[] {global, fence, wayToNear, management, near, cloud}) {
            if (each != null) {
                each.close();
            }
        }
    }

    /**
     * The near cluster is cut off while its pod is not ready: it deletes that itself, then the cloud runs it, and never
     * do both have one.
     */
    @Test
    void aClusterThatIsCutOffDeletesItsWorkBeforeTheNextOneHasIt() throws Exception {
        management.request("fenced", "1", "clusters: [[near], [cloud]]\nonUnreachable: Fence\nreadyWithinSeconds: 600");
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(near.ours())
                .as(() -> String.valueOf(management.find("fenced")))
                .contains("Pod fenced"));
        // Longer than the fence: while it is renewed, nothing is deleted.
        await().during(Duration.ofSeconds(35)).atMost(PATIENCE).until(() -> near.ours()
                .contains("Pod fenced"));

        wayToNear.bar();

        long end = System.nanoTime() + PATIENCE.toNanos();
        boolean runsInTheCloud = false;
        while (!runsInTheCloud) {
            assertThat(System.nanoTime())
                    .as(() -> String.valueOf(management.find("fenced")))
                    .isLessThan(end);
            runsInTheCloud = cloud.ours().contains("Pod fenced");
            if (runsInTheCloud) {
                assertThat(near.ours()).isEmpty();
            }
            TimeUnit.MILLISECONDS.sleep(50);
        }
        // It is written after the deletion.
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(near.client()
                        .v1()
                        .events()
                        .inNamespace("default")
                        .list()
                        .getItems())
                .extracting(Event::getReason)
                .contains("NotRenewed"));

        wayToNear.unbar();

        await().atMost(PATIENCE).untilAsserted(() -> assertThat(management.status("fenced", "phase"))
                .isEqualTo("Completed"));
        assertThat(management.status("fenced", "cluster")).isEqualTo("cloud");
        assertThat(near.ours()).isEmpty();
        management.delete("fenced");
        await().atMost(PATIENCE).until(() -> management.find("fenced") == null);
    }

    /** RBAC lets the account delete all ConfigMaps of the namespace; the policy leaves anchors that expire. */
    @Test
    void theAccountOfTheFenceDeletesAnchorsAlone() throws Exception {
        Map<String, String> labels = Map.of("edgewise.dev/request", "u", "edgewise.dev/attempt", "1");
        Map<String, String> expires = Map.of("edgewise.dev/expires", "2126-01-01T00:00:00Z");
        configMap("settings", labels, expires);
        configMap("edgewise-request-u-2", labels, expires);
        configMap("edgewise-request-u-1", labels, Map.of());
        try (KubernetesClient account = new KubernetesClientBuilder()
                .withConfig(Config.fromKubeconfig(near.kubeconfig(near.port(), "edgewise", "scheduler-service")))
                .build()) {
            for (String name : List.of("settings", "edgewise-request-u-2", "edgewise-request-u-1")) {
                assertThatThrownBy(() -> account.configMaps()
                                .inNamespace("default")
                                .withName(name)
                                .delete())
                        .isInstanceOf(KubernetesClientException.class)
                        .hasMessageContaining("deletes no ConfigMaps but anchors");
            }
            near.client()
                    .configMaps()
                    .inNamespace("default")
                    .withName("edgewise-request-u-1")
                    .delete();
            configMap("edgewise-request-u-1", labels, expires);

            account.configMaps()
                    .inNamespace("default")
                    .withName("edgewise-request-u-1")
                    .delete();
        }
        await().atMost(PATIENCE)
                .until(() -> near.client()
                                .configMaps()
                                .inNamespace("default")
                                .withName("edgewise-request-u-1")
                                .get()
                        == null);
        near.client().configMaps().inNamespace("default").withLabels(labels).delete();
    }

    private static void configMap(String name, Map<String, String> labels, Map<String, String> annotations) {
        near.client()
                .resource(new ConfigMapBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .withNamespace("default")
                        .withLabels(labels)
                        .withAnnotations(annotations)
                        .endMetadata()
                        .build())
                .create();
    }
}
