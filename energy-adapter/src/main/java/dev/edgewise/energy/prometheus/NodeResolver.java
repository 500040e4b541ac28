package dev.edgewise.energy.prometheus;

import dev.edgewise.common.prometheus.Sample;
import dev.edgewise.energy.nodes.EnergyNode;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Finds the node that a sample is of. */
final class NodeResolver {
    private static final String SEVERAL = "";
    private static final Pattern PORT = Pattern.compile("[0-9]+");

    private final List<String> nodeLabels;
    private final Map<String, String> names = new HashMap<>();

    /** @param nodes all of the cluster */
    NodeResolver(List<String> nodeLabels, Collection<EnergyNode> nodes) {
        this.nodeLabels = nodeLabels;
        nodes.forEach(node -> node.addresses()
                .forEach(address ->
                        names.merge(address, node.name(), (one, other) -> one.equals(other) ? one : SEVERAL)));
        nodes.forEach(node -> names.put(node.name(), node.name()));
    }

    /** Empty if none of the labels names a node of the cluster, or it is an address that several nodes have. */
    Optional<String> nodeOf(Sample sample) {
        for (String label : nodeLabels) {
            String value = sample.labels().getOrDefault(label, "");
            if (!value.isEmpty()) {
                String known = names.get(value);
                return Optional.ofNullable(known == null ? names.get(host(value)) : known)
                        .filter(name -> !name.equals(SEVERAL));
            }
        }
        return Optional.empty();
    }

    /** Of {@code host:port} and {@code [address]:port}. */
    private static String host(String value) {
        int colon = value.lastIndexOf(':');
        String host =
                colon > 0 && PORT.matcher(value.substring(colon + 1)).matches() ? value.substring(0, colon) : value;
        return host.startsWith("[") && host.endsWith("]") ? host.substring(1, host.length() - 1) : host;
    }
}
