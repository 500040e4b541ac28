package dev.edgewise.sandbox.cluster.controller;

import dev.edgewise.sandbox.cluster.PodRequests;
import dev.edgewise.sandbox.cluster.SingleThreadReconcileQueue;
import dev.edgewise.sandbox.report.Resources;
import io.fabric8.kubernetes.api.model.BindingBuilder;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Binds each pod to the node with most free processor time that has its labels and room for it: the only scheduler of a
 * cluster that runs none of ours. A pod that fits nowhere waits.
 */
public final class LeastLoadedPodScheduler implements AutoCloseable {
    private static final String ALL = "all pods";
    private static final long MOST_PODS = 110;
    private static final Set<String> ENDED = Set.of("Succeeded", "Failed");

    private final KubernetesClient client;
    private final SingleThreadReconcileQueue worker = new SingleThreadReconcileQueue("pod-binder", key -> bindAll());
    private final SharedIndexInformer<Pod> pods;

    public LeastLoadedPodScheduler(KubernetesClient client) {
        this.client = client;
        pods = client.pods().inAnyNamespace().runnableInformer(0);
        pods.addEventHandler(new ChangeHandler<>(pod -> worker.add(ALL)));
    }

    /** Starts; returns when the present pods have been read. */
    public void start() {
        pods.start().toCompletableFuture().join();
    }

    /** Reads all pods and nodes again: nothing else binds pods, so that no binding is missed. */
    private void bindAll() {
        if (pods.getStore().list().stream().noneMatch(LeastLoadedPodScheduler::waits)) {
            return;
        }
        List<Pod> all = client.pods().inAnyNamespace().list().getItems();
        List<Node> nodes = client.nodes().list().getItems();
        Map<String, Resources> used = used(all);
        for (Pod pod : all) {
            if (waits(pod)) {
                nodeFor(pod, nodes, used).ifPresent(node -> {
                    bind(pod, node);
                    used.merge(node, PodRequests.of(pod), Resources::plus);
                });
            }
        }
    }

    private static boolean waits(Pod pod) {
        return pod.getSpec().getNodeName() == null
                && pod.getMetadata().getDeletionTimestamp() == null
                && !hasEnded(pod);
    }

    private static boolean hasEnded(Pod pod) {
        return pod.getStatus() != null
                && pod.getStatus().getPhase() != null
                && ENDED.contains(pod.getStatus().getPhase());
    }

    private static Map<String, Resources> used(List<Pod> all) {
        Map<String, Resources> used = new HashMap<>();
        for (Pod pod : all) {
            String node = pod.getSpec().getNodeName();
            if (node != null && !hasEnded(pod)) {
                used.merge(node, PodRequests.of(pod), Resources::plus);
            }
        }
        return used;
    }

    private static Optional<String> nodeFor(Pod pod, List<Node> nodes, Map<String, Resources> used) {
        Resources asked = PodRequests.of(pod);
        return nodes.stream()
                .filter(node -> hasLabels(node, pod.getSpec().getNodeSelector()))
                .filter(node -> room(node).holds(used(node, used), asked))
                .max(Comparator.<Node>comparingLong(node ->
                                room(node).cpuMillis() - used(node, used).cpuMillis())
                        .thenComparing(node -> node.getMetadata().getName(), Comparator.reverseOrder()))
                .map(node -> node.getMetadata().getName());
    }

    private static boolean hasLabels(Node node, @Nullable Map<String, String> selector) {
        Map<String, String> labels = node.getMetadata().getLabels();
        return selector == null
                || selector.isEmpty()
                || labels != null && labels.entrySet().containsAll(selector.entrySet());
    }

    private static Resources room(Node node) {
        return PodRequests.resources(node.getStatus().getAllocatable(), MOST_PODS);
    }

    private static Resources used(Node node, Map<String, Resources> used) {
        return used.getOrDefault(node.getMetadata().getName(), Resources.NONE);
    }

    private void bind(Pod pod, String node) {
        String path = "/api/v1/namespaces/" + pod.getMetadata().getNamespace() + "/pods/"
                + pod.getMetadata().getName() + "/binding";
        client.raw(
                path,
                "POST",
                new BindingBuilder()
                        .withNewMetadata()
                        .withName(pod.getMetadata().getName())
                        .withUid(pod.getMetadata().getUid())
                        .endMetadata()
                        .withNewTarget()
                        .withApiVersion("v1")
                        .withKind("Node")
                        .withName(node)
                        .endTarget()
                        .build());
    }

    @Override
    public void close() {
        worker.close();
        pods.close();
    }
}
