package dev.edgewise.scheduler.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.edgewise.scheduler.acceptance.RealApi;
import dev.edgewise.scheduler.acceptance.RealSite;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseBuilder;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Another replica, on a machine whose clock is hours off, holds the Lease: by its clock every renewal is long over, or far in
 * the future. Neither may matter: only how long the Lease was not renewed, by one's own watch.
 */
class SkewedClocksAT {
    private static final String LEASE = "edgewise-scheduler";
    private static final int SECONDS = 5;

    private Path kubeconfig;
    private RealApi api;
    private RealSite site;
    private Replica service;

    @BeforeEach
    void start() {
        kubeconfig = RealApi.kubeconfig("KUBECONFIG");
        api = new RealApi(kubeconfig);
        site = new RealSite(api);
    }

    @AfterEach
    void stop() {
        if (service != null) {
            service.close();
        }
        if (site != null) {
            site.close();
            api.close();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"PT-6H", "PT6H"})
    void aLeaseIsHeldAsLongAsItIsRenewedWhateverTimeItSays(Duration ahead) {
        api.client().resource(lease(ahead)).create();
        service = Replica.start(
                kubeconfig,
                "--edgewise.store=memory",
                "--edgewise.leader-election.namespace=" + site.namespace(),
                "--edgewise.leader-election.name=" + LEASE,
                "--edgewise.leader-election.lease-duration=5s",
                "--edgewise.leader-election.renew-deadline=3s",
                "--edgewise.leader-election.retry-period=1s");
        await().atMost(CrashSite.PATIENCE).until(() -> {
            renew(ahead);
            return service.status("/actuator/health/readiness") == 200;
        });
        long end = System.nanoTime() + Duration.ofSeconds(2 * SECONDS).toNanos();
        await().atMost(CrashSite.PATIENCE).pollInterval(Duration.ofSeconds(1)).until(() -> {
            renew(ahead);
            assertThat(service.leads()).isFalse();
            return System.nanoTime() > end;
        });
        long renewed = System.nanoTime();
        await().atMost(CrashSite.PATIENCE).until(service::leads);
        assertThat(Duration.ofNanos(System.nanoTime() - renewed))
                .isBetween(Duration.ofSeconds(SECONDS - 1), Duration.ofSeconds(SECONDS + 5));
    }

    private void renew(Duration ahead) {
        api.client().resource(lease(ahead)).update();
    }

    private Lease lease(Duration ahead) {
        ZonedDateTime now = ZonedDateTime.now(ZoneOffset.UTC).plus(ahead);
        return new LeaseBuilder()
                .withNewMetadata()
                .withNamespace(site.namespace())
                .withName(LEASE)
                .endMetadata()
                .withNewSpec()
                .withHolderIdentity("machine-with-a-wrong-clock")
                .withLeaseDurationSeconds(SECONDS)
                .withAcquireTime(now)
                .withRenewTime(now)
                .endSpec()
                .build();
    }
}
