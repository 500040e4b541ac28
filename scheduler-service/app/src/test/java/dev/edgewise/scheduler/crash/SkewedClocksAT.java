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
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Another replica, on a machine whose clock is hours off, holds a Lease: by its clock every renewal is long over, or
 * far in the future. Neither may matter: only how long the Lease was not renewed, by one's own watch. Both cases wait
 * at the same time.
 */
class SkewedClocksAT {
    /** The time that a Lease lasts: a busy machine renews earlier. */
    private static final int SECONDS = 20;

    private final List<HeldLease> held = new ArrayList<>();
    private Path kubeconfig;
    private RealApi api;
    private RealSite site;

    /**
     * A Lease that is held by a machine with a wrong clock, and the replica that waits for it.
     *
     * @param ahead by which that clock is ahead
     */
    private record HeldLease(String name, Duration ahead, Replica waits) {}

    @BeforeEach
    void start() {
        kubeconfig = RealApi.kubeconfig("KUBECONFIG");
        api = new RealApi(kubeconfig);
        site = new RealSite(api);
    }

    @AfterEach
    void stop() {
        held.forEach(each -> each.waits().close());
        if (site != null) {
            site.close();
            api.close();
        }
    }

    @Test
    void aLeaseIsHeldAsLongAsItIsRenewedWhateverTimeItSays() {
        hold("behind", Duration.ofHours(-6));
        hold("ahead", Duration.ofHours(6));
        await().atMost(CrashSite.PATIENCE).until(() -> {
            renew();
            return held.stream().allMatch(each -> each.waits().status("/actuator/health/readiness") == 200);
        });
        long end = System.nanoTime() + Duration.ofSeconds(SECONDS + 10).toNanos();
        AtomicLong renewed = new AtomicLong();
        await().atMost(CrashSite.PATIENCE).pollInterval(Duration.ofSeconds(1)).until(() -> {
            renewed.set(System.nanoTime());
            renew();
            assertThat(held).noneMatch(each -> each.waits().leads());
            return System.nanoTime() > end;
        });
        for (HeldLease each : held) {
            await().atMost(CrashSite.PATIENCE).until(each.waits()::leads);
            assertThat(Duration.ofNanos(System.nanoTime() - renewed.get()))
                    .as(each.name())
                    .isBetween(Duration.ofSeconds(SECONDS - 1), Duration.ofSeconds(SECONDS + 60));
        }
    }

    private void hold(String name, Duration ahead) {
        api.client().resource(lease(name, ahead)).create();
        Replica waits = Replica.start(
                kubeconfig,
                "--edgewise.store=memory",
                "--edgewise.leader-election.namespace=" + site.namespace(),
                "--edgewise.leader-election.name=" + name,
                "--edgewise.leader-election.lease-duration=" + SECONDS + "s",
                "--edgewise.leader-election.renew-deadline=15s",
                "--edgewise.leader-election.retry-period=1s");
        held.add(new HeldLease(name, ahead, waits));
    }

    private void renew() {
        held.forEach(
                each -> api.client().resource(lease(each.name(), each.ahead())).update());
    }

    private Lease lease(String name, Duration ahead) {
        ZonedDateTime now = ZonedDateTime.now(ZoneOffset.UTC).plus(ahead);
        return new LeaseBuilder()
                .withNewMetadata()
                .withNamespace(site.namespace())
                .withName(name)
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
