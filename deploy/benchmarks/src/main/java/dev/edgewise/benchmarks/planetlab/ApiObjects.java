package dev.edgewise.benchmarks.planetlab;

import dev.edgewise.common.Names;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.Quantity;
import java.math.BigDecimal;
import java.util.Map;

/** The scenario as objects of the API, and back. */
final class ApiObjects {
    /** Marks what the benchmark made, so that it can be removed. */
    static final String MARK = "edgewise.dev/benchmark";

    static final String PLANETLAB = "planetlab";

    private ApiObjects() {}

    static Node node(String name, NodeOrPodCapacity room) {
        Map<String, Quantity> resources = Map.of(
                "cpu", new Quantity(room.milliCpu() + "m"),
                "memory", new Quantity(Long.toString(room.memory())),
                "pods", new Quantity(Long.toString(room.pods())));
        return new NodeBuilder()
                .withNewMetadata()
                .withName(name)
                .addToLabels(MARK, PLANETLAB)
                .addToLabels("kubernetes.io/hostname", name)
                .endMetadata()
                .withNewStatus()
                .withCapacity(resources)
                .withAllocatable(resources)
                .addNewCondition()
                .withType("Ready")
                .withStatus("True")
                .withReason("Simulated")
                .endCondition()
                .endStatus()
                .build();
    }

    static Pod pod(VerifiedPodPlacement wanted, String namespace) {
        return new PodBuilder()
                .withNewMetadata()
                .withName(wanted.pod())
                .withNamespace(namespace)
                .addToLabels(
                        Names.DELAY_LABEL_PREFIX + wanted.reference(),
                        BigDecimal.valueOf(wanted.needMillis())
                                .stripTrailingZeros()
                                .toPlainString())
                .endMetadata()
                .withNewSpec()
                .withSchedulerName("edgewise")
                .withTerminationGracePeriodSeconds(0L)
                .withAutomountServiceAccountToken(false)
                .addNewContainer()
                .withName("main")
                .withImage("registry.example/app:1")
                .withNewResources()
                .addToRequests("cpu", new Quantity(wanted.room().milliCpu() + "m"))
                .addToRequests(
                        "memory", new Quantity(Long.toString(wanted.room().memory())))
                .endResources()
                .endContainer()
                .endSpec()
                .build();
    }

    /** Converts a pod from the API server to its placement. */
    static VerifiedPodPlacement placement(Pod pod) {
        Map.Entry<String, String> need = pod.getMetadata().getLabels().entrySet().stream()
                .filter(label -> label.getKey().startsWith(Names.DELAY_LABEL_PREFIX))
                .findFirst()
                .orElseThrow();
        Map<String, Quantity> requests =
                pod.getSpec().getContainers().get(0).getResources().getRequests();
        NodeOrPodCapacity room = new NodeOrPodCapacity(
                amount(requests, "cpu").movePointRight(3).longValueExact(),
                amount(requests, "memory").longValueExact(),
                1);
        return new VerifiedPodPlacement(
                pod.getMetadata().getName(),
                need.getKey().substring(Names.DELAY_LABEL_PREFIX.length()),
                Double.parseDouble(need.getValue()),
                room,
                pod.getSpec().getNodeName(),
                pod.getStatus().getConditions().stream().anyMatch(ApiObjects::saysUnschedulable));
    }

    private static BigDecimal amount(Map<String, Quantity> requests, String resource) {
        return requests.getOrDefault(resource, new Quantity("0")).getNumericalAmount();
    }

    private static boolean saysUnschedulable(PodCondition condition) {
        return condition.getType().equals("PodScheduled")
                && condition.getStatus().equals("False")
                && "Unschedulable".equals(condition.getReason());
    }
}
