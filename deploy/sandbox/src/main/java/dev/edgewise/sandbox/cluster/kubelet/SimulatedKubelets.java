package dev.edgewise.sandbox.cluster.kubelet;

import dev.edgewise.common.Names;
import dev.edgewise.sandbox.cluster.ApiCallRateLimiter;
import dev.edgewise.sandbox.topology.SimulatedNode;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Clock;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Kubelets of nodes that do not exist, on any Kubernetes API: they register their nodes, renew their leases, and let
 * the pods bound to them start, exit and go as {@link dev.edgewise.sandbox.cluster.life.SimulatedPodLife} says. One
 * watch serves all nodes.
 *
 * <p>A node whose object carries the annotation {@value #FAILED} with the value {@code true} is dead: no heartbeats,
 * and its pods are frozen, until the annotation goes. On one with the annotation {@value #CRASH_AFTER} the containers
 * of fragile pods crash after that time.
 */
public final class SimulatedKubelets implements AutoCloseable {
    /** Annotation of a node: {@code true} switches its kubelet off. */
    public static final String FAILED = Names.SIMULATION_PREFIX + "failed";

    /**
     * Annotation of a node: the containers of pods that say that they are fragile crash there after this time, such as
     * {@code 10s}.
     */
    public static final String CRASH_AFTER = Names.SIMULATION_PREFIX + "crash-after";

    private static final Logger LOG = System.getLogger(SimulatedKubelets.class.getName());
    private static final int THREADS = 8;

    private final KubernetesClient client;
    private final Collection<SimulatedNode> nodes;
    private final KubeletSettings settings;
    private final NodeRegistry registry;
    private final SimulatedPods pods;
    private final NodeFaults faults = new NodeFaults();
    private final AtomicInteger registered = new AtomicInteger();
    private final ScheduledExecutorService heartbeats =
            Executors.newScheduledThreadPool(THREADS, SimulatedKubelets::thread);
    private @Nullable SharedIndexInformer<Node> watch;

    public SimulatedKubelets(
            KubernetesClient client, Collection<SimulatedNode> nodes, KubeletSettings settings, Clock clock) {
        this.client = client;
        this.nodes = nodes;
        this.settings = settings;
        this.registry =
                new NodeRegistry(client, new ApiCallRateLimiter(Math.max(1, settings.callsPerSecond() / 2)), clock);
        ApiCallRateLimiter podBudget = new ApiCallRateLimiter(Math.max(1, settings.callsPerSecond() / 2));
        this.pods = new SimulatedPods(client, podBudget, settings.seed(), clock, faults);
    }

    /** Registers all nodes and starts their kubelets; returns when all nodes exist. */
    public void start() {
        nodes.forEach(node -> faults.switchOn(node.name()));
        ParallelTasks.forEach(nodes, THREADS, node -> {
            registry.register(node);
            registered.incrementAndGet();
        });
        long period = settings.heartbeatOf(nodes.size()).toMillis();
        long place = 0;
        for (SimulatedNode node : nodes) {
            long offset = period * place++ / nodes.size();
            heartbeats.scheduleWithFixedDelay(() -> beat(node.name()), offset, period, TimeUnit.MILLISECONDS);
        }
        watch = client.nodes().withLabel(NodeObjects.SIMULATED, "true").inform(new FailureAnnotations());
        pods.start();
    }

    /** Number of nodes that have been registered so far. */
    public int registered() {
        return registered.get();
    }

    /** Switches a node's kubelet off: its heartbeats stop and its pods freeze. */
    public void fail(String node) {
        faults.switchOff(node);
    }

    /** Switches a node's kubelet on again. */
    public void recover(String node) {
        if (nodes.stream().noneMatch(known -> known.name().equals(node)) || !faults.switchOn(node)) {
            return;
        }
        heartbeats.execute(() -> quietly(node, () -> {
            registry.renew(node);
            registry.ready(node);
            pods.resume(node);
        }));
    }

    /** Removes the nodes and their leases from the API; for clusters that live longer than the simulation. */
    public void removeNodes() {
        faults.switchAllOff();
        ParallelTasks.forEach(nodes, THREADS, node -> registry.remove(node.name()));
    }

    private void beat(String node) {
        if (faults.isUp(node)) {
            quietly(node, () -> registry.renew(node));
        }
    }

    private static void quietly(String node, Runnable task) {
        try {
            task.run();
        } catch (RuntimeException e) {
            LOG.log(Level.WARNING, "kubelet of " + node + ": the API server did not take its heartbeat", e);
        }
    }

    private static Thread thread(Runnable task) {
        Thread thread = new Thread(task, "kubelets");
        thread.setDaemon(true);
        return thread;
    }

    @Override
    public void close() {
        heartbeats.shutdownNow();
        pods.close();
        if (watch != null) {
            watch.close();
        }
    }

    /** Follows the annotation with which a user switches a node off and on. */
    private final class FailureAnnotations implements ResourceEventHandler<Node> {
        @Override
        public void onAdd(Node node) {
            if (failed(node)) {
                fail(node.getMetadata().getName());
            }
            readCrashes(node);
        }

        @Override
        public void onUpdate(Node before, Node after) {
            if (failed(after)) {
                fail(after.getMetadata().getName());
            } else if (failed(before)) {
                recover(after.getMetadata().getName());
            }
            readCrashes(after);
        }

        private void readCrashes(Node node) {
            if (faults.readCrashes(node)) {
                pods.resume(node.getMetadata().getName());
            }
        }

        @Override
        public void onDelete(Node node, boolean unknown) {
            fail(node.getMetadata().getName());
        }

        private boolean failed(Node node) {
            Map<String, String> annotations = node.getMetadata().getAnnotations();
            return annotations != null && "true".equals(annotations.get(FAILED));
        }
    }
}
