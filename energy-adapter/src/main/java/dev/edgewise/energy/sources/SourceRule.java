package dev.edgewise.energy.sources;

import dev.edgewise.common.LabelSelector;
import dev.edgewise.energy.nodes.EnergyNode;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The nodes that a source serves: those that have the labels and, if names are given, one of the names.
 *
 * @param type the source
 * @param selector labels, as kubectl takes them, such as {@code power=battery,!virtual}; empty for all
 * @param names of nodes; empty for all
 */
public record SourceRule(
        @Nullable EnergySourceKind type, @DefaultValue("") String selector, @DefaultValue Set<String> names) {
    public SourceRule {
        names = Set.copyOf(names);
    }

    boolean matches(EnergyNode node, LabelSelector parsed) {
        return (names.isEmpty() || names.contains(node.name())) && parsed.test(node.labels());
    }
}
