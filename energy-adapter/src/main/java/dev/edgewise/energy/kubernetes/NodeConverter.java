package dev.edgewise.energy.kubernetes;

import dev.edgewise.common.Names;
import dev.edgewise.energy.nodes.EnergyNode;
import dev.edgewise.energy.nodes.NodeTaint;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeAddress;
import io.fabric8.kubernetes.api.model.Taint;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Turns nodes into what the adapter knows of them. */
final class NodeConverter {
    private final Set<String> labels;

    /** @param labels keys of those that decide which source serves a node */
    NodeConverter(Set<String> labels) {
        this.labels =
                Stream.concat(labels.stream(), Stream.of(Names.ENERGY_LABEL)).collect(Collectors.toUnmodifiableSet());
    }

    EnergyNode node(Node node) {
        return new EnergyNode(
                node.getMetadata().getName(),
                String.valueOf(node.getMetadata().getResourceVersion()),
                labels(node),
                addresses(node),
                node.getSpec() == null ? List.of() : taints(node.getSpec().getTaints()));
    }

    /**
     * Labels of the node that rules read, few of fifty; their values are interned, as thousands of nodes share them.
     */
    private Map<String, String> labels(Node node) {
        Map<String, String> all = Objects.requireNonNullElse(node.getMetadata().getLabels(), Map.of());
        return labels.stream()
                .filter(all::containsKey)
                .collect(Collectors.toUnmodifiableMap(
                        Function.identity(), key -> all.getOrDefault(key, "").intern()));
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
