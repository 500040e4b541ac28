package dev.edgewise.sandbox.cluster.controller;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.NodeCondition;
import io.fabric8.kubernetes.api.model.NodeConditionBuilder;
import io.fabric8.kubernetes.api.model.NodeStatusBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Taint;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;

/** Readiness of nodes, and the taint of unreachable ones, in the API. */
final class NodeReadiness {
    static final String UNREACHABLE = "node.kubernetes.io/unreachable";

    private NodeReadiness() {}

    static boolean ready(Node node) {
        return node.getStatus().getConditions().stream()
                .anyMatch(condition -> condition.getType().equals("Ready")
                        && condition.getStatus().equals("True"));
    }

    /** The taint that evicts, if the node has it. */
    static Optional<Taint> unreachable(Node node) {
        List<Taint> taints = node.getSpec().getTaints();
        return taints == null
                ? Optional.empty()
                : taints.stream()
                        .filter(taint -> taint.getKey().equals(UNREACHABLE)
                                && taint.getEffect().equals("NoExecute"))
                        .findFirst();
    }

    static Node unknown(Node node, Instant now) {
        String time = now.truncatedTo(ChronoUnit.SECONDS).toString();
        List<NodeCondition> conditions = node.getStatus().getConditions().stream()
                .map(condition -> new NodeConditionBuilder(condition)
                        .withStatus("Unknown")
                        .withReason("NodeStatusUnknown")
                        .withMessage("Kubelet stopped posting node status.")
                        .withLastTransitionTime(time)
                        .build())
                .toList();
        return new NodeBuilder(node)
                .withStatus(new NodeStatusBuilder(node.getStatus())
                        .withConditions(conditions)
                        .build())
                .build();
    }

    static Node withTaints(Node node, Instant now) {
        String time = now.truncatedTo(ChronoUnit.SECONDS).toString();
        return new NodeBuilder(withoutTaints(node))
                .editSpec()
                .addNewTaint("NoSchedule", UNREACHABLE, time, null)
                .addNewTaint("NoExecute", UNREACHABLE, time, null)
                .endSpec()
                .build();
    }

    static Node withoutTaints(Node node) {
        return new NodeBuilder(node)
                .editSpec()
                .removeMatchingFromTaints(taint -> taint.getKey().equals(UNREACHABLE))
                .endSpec()
                .build();
    }

    static List<TaintEvictionDelayCalculator.Tolerance> tolerations(Pod pod) {
        return pod.getSpec().getTolerations() == null
                ? List.of()
                : pod.getSpec().getTolerations().stream()
                        .map(toleration -> new TaintEvictionDelayCalculator.Tolerance(
                                toleration.getKey(),
                                "Exists".equals(toleration.getOperator()),
                                toleration.getEffect(),
                                toleration.getTolerationSeconds()))
                        .toList();
    }
}
