package dev.edgewise.sandbox.cluster.controller;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Taint;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Marks nodes whose leases are no longer renewed as unreachable, and evicts their pods after their tolerations. */
final class NodeLifecycleController implements AutoCloseable {
    private static final Logger LOG = System.getLogger(NodeLifecycleController.class.getName());
    private static final String BY_NODE = "node";
    private static final String LEASES = "kube-node-lease/";

    private final KubernetesClient client;
    private final SharedIndexInformer<Node> nodes;
    private final SharedIndexInformer<Lease> leases;
    private final SharedIndexInformer<Pod> pods;
    private final SilentNodeDetector ages;
    private final Clock clock;
    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread created = new Thread(task, "node-lifecycle-controller");
        created.setDaemon(true);
        return created;
    });

    NodeLifecycleController(
            KubernetesClient client,
            SharedIndexInformer<Node> nodes,
            SharedIndexInformer<Lease> leases,
            SharedIndexInformer<Pod> pods,
            Duration grace,
            Clock clock) {
        this.client = client;
        this.nodes = nodes;
        this.leases = leases;
        this.pods = pods;
        this.ages = new SilentNodeDetector(grace);
        this.clock = clock;
        pods.addIndexers(
                Map.of(BY_NODE, pod -> Optional.ofNullable(pod.getSpec().getNodeName()).stream()
                        .toList()));
    }

    void start(Duration period) {
        thread.scheduleWithFixedDelay(this::round, period.toMillis(), period.toMillis(), TimeUnit.MILLISECONDS);
    }

    private void round() {
        for (Node node : nodes.getStore().list()) {
            try {
                check(node);
            } catch (RuntimeException e) {
                LOG.log(Level.WARNING, "node " + node.getMetadata().getName() + ": trying again", e);
            }
        }
    }

    private void check(Node node) {
        String name = node.getMetadata().getName();
        Lease lease = leases.getStore().getByKey(LEASES + name);
        String renewal = lease == null || lease.getSpec().getRenewTime() == null
                ? ""
                : lease.getSpec().getRenewTime().toString();
        Instant now = clock.instant();
        boolean alive = ages.alive(name, renewal, now);
        Optional<Taint> taint = NodeReadiness.unreachable(node);
        if (alive && taint.isPresent() && NodeReadiness.ready(node)) {
            client.nodes().withName(name).edit(NodeReadiness::withoutTaints);
        } else if (!alive && (taint.isEmpty() || NodeReadiness.ready(node))) {
            client.nodes().withName(name).editStatus(current -> NodeReadiness.unknown(current, now));
            client.nodes().withName(name).edit(current -> NodeReadiness.withTaints(current, now));
        } else if (!alive) {
            taint.ifPresent(since -> evict(name, Instant.parse(since.getTimeAdded()), now));
        }
    }

    private void evict(String node, Instant since, Instant now) {
        List<Pod> here = pods.getIndexer().byIndex(BY_NODE, node);
        here.stream()
                .filter(pod -> pod.getMetadata().getDeletionTimestamp() == null)
                .filter(pod -> TaintEvictionDelayCalculator.after(
                                NodeReadiness.tolerations(pod), NodeReadiness.UNREACHABLE)
                        .map(after -> !now.isBefore(since.plus(after)))
                        .orElse(false))
                .forEach(pod -> client.resource(pod).delete());
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
