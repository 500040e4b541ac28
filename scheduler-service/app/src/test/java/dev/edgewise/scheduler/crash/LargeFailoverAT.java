package dev.edgewise.scheduler.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.edgewise.scheduler.acceptance.RealApi;
import dev.edgewise.scheduler.acceptance.RealSite;
import dev.edgewise.testkit.ControlPlane;
import dev.edgewise.testkit.TcpProxy;
import io.fabric8.kubernetes.api.model.Pod;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The leader is killed in a cluster of many pods with much metadata, each replica behind a link of 20 Mbit/s and in the
 * memory that the image has: {@code -Dedgewise.failover.pods=30000} for the full size.
 */
class LargeFailoverAT {
    private static final int PODS = Integer.getInteger("edgewise.failover.pods", 1_000);
    private static final int PODS_PER_NODE = 100;
    private static final String NOTE = "x".repeat(3_000);
    private static final long LINK_BYTES_PER_SECOND = 20_000_000 / 8;
    private static final Duration BEGINS_WITHIN = Duration.ofSeconds(90);
    private static final Duration STARTS_WITHIN = Duration.ofMinutes(5);

    private final List<Replica> replicas = new ArrayList<>();
    private final List<TcpProxy> links = new ArrayList<>();
    private ControlPlane plane;
    private RealApi api;
    private RealSite site;

    @BeforeEach
    void start() {
        plane = OwnControlPlane.up();
        api = new RealApi(plane.kubeconfig());
        site = new RealSite(api);
        await().atMost(CrashSite.PATIENCE)
                .until(() -> api.exists("/api/v1/namespaces/" + site.namespace() + "/serviceaccounts/default"));
    }

    @AfterEach
    void stop() {
        replicas.forEach(Replica::kill);
        links.forEach(TcpProxy::close);
        if (api != null) {
            api.close();
        }
        if (plane != null) {
            plane.close();
        }
    }

    @Test
    void theNextLeaderBeginsInTimeHoweverManyPodsThereAre() {
        int nodes = PODS / PODS_PER_NODE + 1;
        api.each(IntStream.range(0, nodes).boxed().toList(), i -> site.node("n" + i, "64", Map.of()));
        api.each(IntStream.range(0, PODS).boxed().toList(), this::createBound);

        Duration started = startBoth();
        Replica leader = Replica.awaitLeader(replicas);
        long killed = System.nanoTime();
        leader.kill();
        site.create(site.pod("waits", "edgewise", "100m"));
        await().atMost(CrashSite.PATIENCE).pollInterval(Duration.ofMillis(50)).until(() -> !site.nodeOf("waits")
                .isEmpty());
        Duration pause = Duration.ofNanos(System.nanoTime() - killed);
        System.out.println(PODS + " pods, 20 Mbit/s each: both ready after " + started.toMillis() / 1e3
                + " s; the leader was killed, the next bound after " + pause.toMillis() / 1e3 + " s");
        assertThat(pause).isLessThanOrEqualTo(BEGINS_WITHIN);
    }

    /** Returns the time until both are ready. */
    private Duration startBoth() {
        long begun = System.nanoTime();
        startReplica();
        startReplica();
        for (Replica replica : replicas) {
            await().atMost(STARTS_WITHIN).until(() -> replica.status("/actuator/health/readiness") == 200);
        }
        return Duration.ofNanos(System.nanoTime() - begun);
    }

    private void startReplica() {
        TcpProxy link = TcpProxy.to(plane.kubeconfig()).throttledTo(LINK_BYTES_PER_SECOND);
        links.add(link);
        Path way = link.kubeconfig(plane.kubeconfig());
        replicas.add(Replica.start(
                way,
                Replica.imageHeap(),
                "--edgewise.store=memory",
                "--edgewise.leader-election.namespace=" + site.namespace()));
    }

    private void createBound(int number) {
        Pod pod = site.pod("bound-" + number, "another", "10m")
                .editMetadata()
                .addToAnnotations("note", NOTE)
                .endMetadata()
                .editSpec()
                .withNodeName(site.name("n" + number / PODS_PER_NODE))
                .endSpec()
                .build();
        api.client().resource(pod).create();
    }
}
