package dev.edgewise.offloader.kubernetes;

import dev.edgewise.kubernetes.requests.PodRequests;
import dev.edgewise.offloader.cluster.ClusterNode;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeStatus;
import io.fabric8.kubernetes.api.model.Quantity;
import java.math.BigDecimal;

/** Reads nodes. */
final class NodeConverter {
    private NodeConverter() {}

    static ClusterNode node(Node node) {
        NodeStatus status = node.getStatus();
        return new ClusterNode(
                node.getMetadata().getName(),
                status == null || isReady(status),
                node.getSpec() != null && Boolean.TRUE.equals(node.getSpec().getUnschedulable()),
                status == null ? 0 : cpuMillis(status));
    }

    /** One whose kubelet has not said anything yet counts as ready: it has no functions. */
    private static boolean isReady(NodeStatus status) {
        return status.getConditions().stream()
                .filter(condition -> "Ready".equals(condition.getType()))
                .allMatch(condition -> "True".equals(condition.getStatus()));
    }

    private static long cpuMillis(NodeStatus status) {
        Quantity cpu =
                status.getAllocatable() == null ? null : status.getAllocatable().get("cpu");
        return cpu == null
                ? 0
                : Quantity.getAmountInBytes(cpu)
                        .movePointRight(3)
                        .min(BigDecimal.valueOf(PodRequests.MOST_CPU_MILLIS))
                        .longValue();
    }
}
