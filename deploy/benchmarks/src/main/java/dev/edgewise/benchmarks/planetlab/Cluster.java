package dev.edgewise.benchmarks.planetlab;

import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.ServiceAccountBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.dsl.NonDeletingOperation;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/**
 * The benchmark's nodes and pods on the API server. Nothing renews the nodes' leases, so the control plane must run
 * without the node lifecycle controller, which would taint them after 40 s. Closing removes what was created.
 */
final class Cluster implements AutoCloseable {
    private static final String NAMESPACE = "edgewise-benchmark-planetlab";
    /** Timeout of a call: removing thousands of pods is one call. */
    private static final int LONGEST_CALL_MILLIS = 120_000;

    private static final PatchContext MERGE = PatchContext.of(PatchType.JSON_MERGE);
    private static final String DEFAULT_ACCOUNT = "default";

    private final KubernetesClient client;

    Cluster(Path kubeconfig) {
        Config config = Config.fromKubeconfig(kubeconfig.toFile());
        config.setRequestTimeout(LONGEST_CALL_MILLIS);
        client = new KubernetesClientBuilder().withConfig(config).build();
    }

    /**
     * Creates the nodes and takes off the taint with which the API server admits them, as a lifecycle controller would.
     *
     * @throws IllegalStateException if the cluster has nodes of others: pods could land there
     */
    void createNodes(Map<String, NodeOrPodCapacity> nodes) throws InterruptedException {
        remove();
        int others = client.nodes().list().getItems().size();
        if (others > 0) {
            throw new IllegalStateException(
                    "the cluster has " + others + " nodes already: the benchmark needs one without nodes");
        }
        ParallelTasks.each(nodes.entrySet(), node -> {
            client.nodes()
                    .resource(ApiObjects.node(node.getKey(), node.getValue()))
                    .create();
            client.nodes().withName(node.getKey()).patch(MERGE, "{\"spec\":{\"taints\":null}}");
        });
        client.resource(new NamespaceBuilder()
                        .withNewMetadata()
                        .withName(NAMESPACE)
                        .endMetadata()
                        .build())
                .create();
        client.resource(new ServiceAccountBuilder()
                        .withNewMetadata()
                        .withName(DEFAULT_ACCOUNT)
                        .withNamespace(NAMESPACE)
                        .endMetadata()
                        .build())
                .createOr(NonDeletingOperation::patch);
    }

    void createPods(List<VerifiedPodPlacement> wanted) throws InterruptedException {
        ParallelTasks.each(wanted, pod -> client.pods()
                .inNamespace(NAMESPACE)
                .resource(ApiObjects.pod(pod, NAMESPACE))
                .create());
    }

    /** Follows the pods' states. */
    SharedIndexInformer<Pod> watchPods() {
        return client.pods().inNamespace(NAMESPACE).inform();
    }

    /** Reads the placements from the API server. */
    List<VerifiedPodPlacement> placements() {
        return client.pods().inNamespace(NAMESPACE).list().getItems().stream()
                .map(ApiObjects::placement)
                .toList();
    }

    /** Removes what this or an earlier, interrupted run created; returns when it is gone. */
    void remove() {
        client.pods().inNamespace(NAMESPACE).withGracePeriod(0).delete();
        client.nodes().withLabel(ApiObjects.MARK, ApiObjects.PLANETLAB).delete();
        client.namespaces().withName(NAMESPACE).delete();
        client.namespaces().withName(NAMESPACE).waitUntilCondition(Objects::isNull, 2, TimeUnit.MINUTES);
    }

    @Override
    public void close() {
        try {
            remove();
        } finally {
            client.close();
        }
    }
}
