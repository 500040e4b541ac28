package dev.edgewise.energy.nodes;

import dev.edgewise.common.Names;
import dev.edgewise.common.signal.energy.EnergyLevel;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A node of the cluster.
 *
 * @param version its resource version, for writes that must not overwrite those of others
 * @param labels those that say its level, or decide which source serves it
 * @param addresses by which others know it: host names and IP addresses
 */
public record EnergyNode(
        String name, String version, Map<String, String> labels, Set<String> addresses, List<NodeTaint> taints) {
    public EnergyNode {
        labels = Map.copyOf(labels);
        addresses = Set.copyOf(addresses);
        taints = List.copyOf(taints);
    }

    /** Whether it has a label with its level, right or wrong. */
    public boolean isLabelled() {
        return labels.containsKey(Names.ENERGY_LABEL);
    }

    /** The level that its label says; empty if there is none, or it is not a level. */
    public Optional<EnergyLevel> labelled() {
        String text = labels.get(Names.ENERGY_LABEL);
        try {
            return Optional.ofNullable(text).map(EnergyLevel::parse);
        } catch (IllegalArgumentException byOthers) {
            return Optional.empty();
        }
    }
}
