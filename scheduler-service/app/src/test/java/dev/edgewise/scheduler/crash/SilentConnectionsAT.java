package dev.edgewise.scheduler.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.edgewise.scheduler.acceptance.RealApi;
import dev.edgewise.testkit.TcpProxy;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A proxy holds all connections open and lets nothing through them any more, as if the server behind had died. */
class SilentConnectionsAT {
    private static final Duration NOTICED_WITHIN = Duration.ofSeconds(120);

    private CrashSite site;
    private TcpProxy proxy;
    private Replica service;

    @BeforeEach
    void start() {
        site = CrashSite.open();
        site.nodes(5);
        proxy = TcpProxy.to(RealApi.kubeconfig("KUBECONFIG"));
        service = site.start(proxy.kubeconfig(RealApi.kubeconfig("KUBECONFIG"))).awaitReady();
        await().atMost(CrashSite.PATIENCE).until(service::leads);
    }

    @AfterEach
    void stop() {
        if (service != null) {
            service.close();
            proxy.close();
        }
        if (site != null) {
            site.close();
        }
    }

    @Test
    void podsAreBoundAgainBeforeAnyoneCutsTheConnections() {
        site.create("before", 0);
        await().atMost(CrashSite.PATIENCE).until(() -> isBound("before"));
        proxy.silence();
        long silent = System.nanoTime();
        site.create("after", 0);
        await().atMost(CrashSite.PATIENCE).until(() -> isBound("after"));
        Duration pause = Duration.ofNanos(System.nanoTime() - silent);
        System.out.println(
                "all connections fell silent: the next pod was bound after " + pause.toMillis() / 1e3 + " s");
        assertThat(pause).isLessThanOrEqualTo(NOTICED_WITHIN);
        assertThat(service.isAlive()).isTrue();
    }

    private boolean isBound(String pod) {
        return !site.site().nodeOf(pod).isEmpty();
    }
}
