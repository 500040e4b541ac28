package dev.edgewise.energy.kubernetes;

import dev.edgewise.energy.nodes.EnergyNode;
import dev.edgewise.energy.nodes.NodeTaint;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeAddress;
import io.fabric8.kubernetes.api.model.Taint;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Turns nodes into what the adapter knows of them. */
final class NodeConverter {
    private NodeConverter() {}

    static EnergyNode node(Node node) {
        Map<String, String> labels = node.getMetadata().getLabels();
        return new EnergyNode(
                node.getMetadata().getName(),
                String.valueOf(node.getMetadata().getResourceVersion()),
                labels == null ? Map.of() : labels,
                addresses(node),
                node.getSpec() == null ? List.of() : taints(node.getSpec().getTaints()));
    }

    private static Set<String> addresses(Node node) {
        List<NodeAddress> addresses =
                node.getStatus() == null ? null : node.getStatus().getAddresses();
        return addresses == null
                ? Set.of()
                : addresses.stream().map(NodeAddress::getAddress).collect(Collectors.toSet());
    }

    private static List<NodeTaint> taints(@Nullable List<Taint> taints) {
        return taints == null
                ? List.of()
                : taints.stream()
                        .map(taint -> new NodeTaint(
                                taint.getKey(), taint.getValue(), taint.getEffect(), taint.getTimeAdded()))
                        .toList();
    }
}
