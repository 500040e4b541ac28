package dev.edgewise.scheduler.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.edgewise.testkit.ControlPlane;
import dev.edgewise.testkit.TcpProxy;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.opentest4j.TestAbortedException;

/**
 * The API server is killed, or the way to it cut, in the middle of a burst that fills the cluster to the last core: of
 * 600 pods, and of 1,000 with {@code -Dedgewise.burst-cores=5}.
 */
class ApiServerLossAT {
    private static final int BURST = CrashSite.BURST;
    /** The pods that are bound when it begins. */
    private static final int BEGINS_AFTER = BURST / 5;
    /** The maximum time to catch up: 1 to 3 s on an idle machine; some tests share it with builds. */
    private static final Duration CATCHES_UP_WITHIN = Duration.ofSeconds(90);

    private static final String API_SERVER = "kube-apiserver";

    private static ControlPlane plane;
    /** Why the tests are skipped, or null; said by each of them, as a class that is skipped shows in no report. */
    private static TestAbortedException missing;

    private CrashSite site;
    private TcpProxy proxy;
    private Replica service;

    @BeforeAll
    static void startPlane() {
        try {
            plane = OwnControlPlane.up();
        } catch (TestAbortedException skipped) {
            missing = skipped;
        }
    }

    @AfterAll
    static void stopPlane() {
        if (plane != null) {
            plane.close();
        }
    }

    @BeforeEach
    void start() {
        if (missing != null) {
            throw missing;
        }
        site = CrashSite.on(plane.kubeconfig());
        site.nodes(CrashSite.BURST_CORES);
        proxy = TcpProxy.to(plane.kubeconfig());
    }

    @AfterEach
    void stop() {
        if (service != null) {
            service.close();
        }
        if (site != null) {
            site.close();
            proxy.close();
        }
    }

    @Test
    void aRestartOfTheApiServerIsCaughtUpWithInSeconds() {
        site.burst(BURST);
        site.awaitBurst();
        try (BindingHistory history = site.history()) {
            service = site.start();
            await().atMost(CrashSite.PATIENCE)
                    .pollInterval(Duration.ofMillis(5))
                    .until(() -> history.size() >= BEGINS_AFTER);
            plane.restart(API_SERVER);
            await().atMost(CrashSite.PATIENCE)
                    .pollInterval(Duration.ofMillis(20))
                    .until(site::answers);
            long answered = System.nanoTime();
            int before = history.size();
            await().atMost(CrashSite.PATIENCE)
                    .pollInterval(Duration.ofMillis(20))
                    .until(() -> history.size() == BURST);
            Duration took = Duration.ofNanos(System.nanoTime() - answered);
            System.out.println("API server restarted in a burst: " + before + " of " + BURST
                    + " bound when it answered again, all after " + took.toMillis() / 1e3 + " s");

            // The rest may be bound before this test itself is answered: all of it is within the bar then.
            assertThat(before).isGreaterThanOrEqualTo(BEGINS_AFTER);
            assertTruth(history);
            assertThat(took).isLessThanOrEqualTo(CATCHES_UP_WITHIN);
        }
    }

    @Test
    void anOutageLongerThanTheLeaseIsSurvivedByTheSameProcess() {
        Path way = proxy.kubeconfig(plane.kubeconfig());
        service = site.start(
                way,
                "--edgewise.leader-election.lease-duration=4s",
                "--edgewise.leader-election.renew-deadline=3s",
                "--edgewise.leader-election.retry-period=1s");
        service.awaitReady();
        await().atMost(CrashSite.PATIENCE).until(service::leads);
        try (BindingHistory history = site.history()) {
            site.burst(BURST);
            await().atMost(CrashSite.PATIENCE)
                    .pollInterval(Duration.ofMillis(5))
                    .until(() -> history.size() >= BEGINS_AFTER);
            proxy.bar();
            await().atMost(CrashSite.PATIENCE).until(() -> !service.leads());
            assertThat(service.status("/actuator/health/liveness")).isEqualTo(200);
            assertThat(service.status("/actuator/health/readiness")).isEqualTo(200);
            int before = history.size();
            assertThat(before).isLessThan(BURST);

            proxy.unbar();
            await().atMost(CrashSite.PATIENCE).until(() -> history.size() == BURST);
            assertTruth(history);
        }
    }

    @Test
    void watchesThatAreCutAgainAndAgainMissNothing() {
        service = site.start(proxy.kubeconfig(plane.kubeconfig())).awaitReady();
        try (BindingHistory history = site.history()) {
            site.burst(BURST);
            for (int cut = 1; cut <= 8; cut++) {
                int bound = cut * BURST / 10;
                await().atMost(CrashSite.PATIENCE)
                        .pollInterval(Duration.ofMillis(5))
                        .until(() -> history.size() >= bound);
                proxy.cut();
            }
            await().atMost(CrashSite.PATIENCE).until(() -> history.size() == BURST);
            assertTruth(history);
        }
    }

    @Test
    void aHistoryThatTheApiServerNoLongerHasIsReadAnew() {
        service = site.start(proxy.kubeconfig(plane.kubeconfig())).awaitReady();
        try (BindingHistory history = site.history()) {
            site.burst(BURST);
            await().atMost(CrashSite.PATIENCE).until(() -> history.size() >= BEGINS_AFTER);
            proxy.bar();
            site.awaitBurst();
            String old = site.podsVersion();
            site.remove("burst-0");
            site.create("late-0", 0);
            // A new process remembers no changes from before its start: who asks for them gets 410 Gone.
            plane.restart(API_SERVER);
            await().atMost(CrashSite.PATIENCE).until(site::answers);
            assertThat(site.isGone(old)).isTrue();
            proxy.unbar();
            await().atMost(CrashSite.PATIENCE).untilAsserted(() -> site.truth().everyPodIsBound(BURST));
            assertTruth(history);
        }
    }

    private void assertTruth(BindingHistory history) {
        await().atMost(CrashSite.PATIENCE).untilAsserted(() -> site.truth().eachAnnouncedOnce(pod -> true));
        assertThat(service.isAlive()).isTrue();
        site.truth()
                .everyPodIsBound(BURST)
                .eachOnce(history)
                .noNodeIsOvercommitted()
                .everyNeedIsMet()
                .noEventStorm(1, 2);
    }
}
