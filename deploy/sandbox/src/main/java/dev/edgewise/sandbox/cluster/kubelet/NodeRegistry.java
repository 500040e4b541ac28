package dev.edgewise.sandbox.cluster.kubelet;

import dev.edgewise.common.Names;
import dev.edgewise.sandbox.cluster.ApiCallRateLimiter;
import dev.edgewise.sandbox.topology.SimulatedNode;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.NodeStatusBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.net.HttpURLConnection;
import java.time.Clock;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Creates, refreshes and removes the API objects of simulated nodes. */
final class NodeRegistry {
    private static final DateTimeFormatter MICRO_TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSSSS'Z'");
    private static final PatchContext MERGE = PatchContext.of(PatchType.JSON_MERGE);

    private final KubernetesClient client;
    private final ApiCallRateLimiter budget;
    private final Clock clock;

    NodeRegistry(KubernetesClient client, ApiCallRateLimiter budget, Clock clock) {
        this.client = client;
        this.budget = budget;
        this.clock = clock;
    }

    /**
     * Creates the node, or takes over a simulated one that an earlier run left behind.
     *
     * @throws IllegalStateException if a node of that name exists that is not simulated
     */
    void register(SimulatedNode node) {
        Node wanted = NodeObjects.node(node, clock.instant());
        budget.await();
        renew(node.name());
        budget.await();
        try {
            client.nodes().resource(wanted).create();
        } catch (KubernetesClientException e) {
            if (e.getCode() != HttpURLConnection.HTTP_CONFLICT) {
                throw e;
            }
            takeOver(wanted);
        }
    }

    private void takeOver(Node wanted) {
        String name = wanted.getMetadata().getName();
        Node existing = client.nodes().withName(name).require();
        Map<String, String> labels = existing.getMetadata().getLabels();
        if (labels == null || !labels.containsKey(NodeObjects.SIMULATED)) {
            throw new IllegalStateException("the cluster has a node " + name
                    + " that is not simulated; use a cluster without nodes of the sandbox's names (edge-…, cloud-…)");
        }
        client.nodes().withName(name).edit(node -> asNew(node, wanted));
        client.nodes().withName(name).editStatus(node -> new NodeBuilder(node)
                .withStatus(wanted.getStatus())
                .build());
    }

    /** Returns the node without what people and services set. The cluster's own fields, as the pod CIDR, stay. */
    private static Node asNew(Node existing, Node wanted) {
        Map<String, String> annotations = new HashMap<>();
        if (existing.getMetadata().getAnnotations() != null) {
            annotations.putAll(existing.getMetadata().getAnnotations());
        }
        annotations.keySet().removeIf(key -> key.startsWith(Names.DOMAIN));
        return new NodeBuilder(existing)
                .editMetadata()
                .withLabels(wanted.getMetadata().getLabels())
                .withAnnotations(annotations)
                .endMetadata()
                .editOrNewSpec()
                .withTaints(List.of())
                .withUnschedulable(null)
                .endSpec()
                .build();
    }

    /** Reports that the node is healthy again. */
    void ready(String name) {
        budget.await();
        client.nodes().withName(name).editStatus(node -> new NodeBuilder(node)
                .withStatus(new NodeStatusBuilder(node.getStatus())
                        .withConditions(NodeObjects.conditions(clock.instant()))
                        .build())
                .build());
    }

    /** Renews the node's lease, or creates it. */
    void renew(String name) {
        String now = MICRO_TIME.format(ZonedDateTime.ofInstant(clock.instant(), ZoneOffset.UTC));
        try {
            client.leases()
                    .inNamespace(NodeObjects.LEASES)
                    .withName(name)
                    .patch(MERGE, "{\"spec\":{\"renewTime\":\"" + now + "\"}}");
        } catch (KubernetesClientException e) {
            if (e.getCode() != HttpURLConnection.HTTP_NOT_FOUND) {
                throw e;
            }
            client.leases()
                    .inNamespace(NodeObjects.LEASES)
                    .resource(NodeObjects.lease(name, clock.instant()))
                    .create();
        }
    }

    void remove(String name) {
        budget.await();
        client.nodes().withName(name).delete();
        budget.await();
        client.leases().inNamespace(NodeObjects.LEASES).withName(name).delete();
    }
}
