package dev.edgewise.scheduler.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.edgewise.scheduler.acceptance.RealSite;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.NodeConditionFluent;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Reports the conditions of a site's nodes as their kubelets do: the controllers mark silent nodes as unreachable after
 * a while.
 */
final class Kubelets implements AutoCloseable {
    /**
     * The setting of the service for nodes that fail here: their kubelets say so, for which it waits for 30 s if
     * nothing else is set.
     */
    static final String NOT_READY_GRACE = "--edgewise.scheduler.recovery.not-ready-grace="
            + System.getProperty("edgewise.failover.not-ready-grace", "1s");

    private static final int PERIOD_SECONDS = 5;

    private final CrashSite site;
    private final Set<String> failed = ConcurrentHashMap.newKeySet();
    private final ScheduledExecutorService heartbeats = Executors.newSingleThreadScheduledExecutor();

    /** Starts heartbeats of the nodes that exist. */
    Kubelets(CrashSite site) {
        this.site = site;
        heartbeats.scheduleWithFixedDelay(this::beat, PERIOD_SECONDS, PERIOD_SECONDS, TimeUnit.SECONDS);
    }

    /**
     * Waits until no node of the site has a taint: the API server taints new nodes until the controllers have seen
     * them, and nodes that were not ready a moment longer.
     */
    void awaitNoTaints() {
        await().atMost(CrashSite.PATIENCE).untilAsserted(() -> assertThat(site.api()
                        .client()
                        .nodes()
                        .withLabel(RealSite.SITE, site.site().namespace())
                        .list()
                        .getItems())
                .allSatisfy(node -> assertThat(node.getSpec().getTaints())
                        .as(node.getMetadata().getName())
                        .isEmpty()));
    }

    /** Makes the node not ready, until the controllers taint it. */
    void fail(String node) {
        failed.add(node);
        await().atMost(CrashSite.PATIENCE).until(() -> ready(node, condition -> condition.withStatus("False")));
    }

    /** The node is ready again, and has stopped what was deleted meanwhile. */
    void restore(String node) {
        failed.remove(node);
        await().atMost(CrashSite.PATIENCE).until(() -> ready(node, condition -> heartbeat(condition, now())));
        site.site().pods().stream()
                .filter(pod -> node.equals(pod.getSpec().getNodeName()))
                .filter(pod -> pod.getMetadata().getDeletionTimestamp() != null)
                .forEach(pod -> site.site().stopped(pod.getMetadata().getName()));
        awaitNoTaints();
    }

    @Override
    public void close() {
        heartbeats.shutdownNow();
    }

    private void beat() {
        String now = now();
        for (String name : site.sites().names()) {
            String node = site.site().name(name);
            ready(node, condition -> {
                // Asked when the node has been read: what fails meanwhile changes the node, and stays.
                if (!failed.contains(node)) {
                    heartbeat(condition, now);
                }
            });
        }
    }

    /** Makes the node ready, even if the controllers took it for silent, as after a pause of the API server. */
    private static void heartbeat(NodeConditionFluent<?> condition, String now) {
        condition.withStatus("True").withLastHeartbeatTime(now);
    }

    private static String now() {
        return Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
    }

    /** Changes the node's conditions; returns whether no other client has changed the node meanwhile. */
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
}
