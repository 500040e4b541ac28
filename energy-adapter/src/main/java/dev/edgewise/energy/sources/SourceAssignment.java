package dev.edgewise.energy.sources;

import dev.edgewise.common.LabelSelector;
import dev.edgewise.energy.nodes.EnergyNode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Finds the source of each node: the first rule that matches. */
public final class SourceAssignment {
    private record Parsed(SourceRule rule, LabelSelector selector) {}

    private final List<Parsed> rules;

    public SourceAssignment(List<SourceRule> rules) {
        this.rules = rules.stream()
                .map(rule -> new Parsed(rule, new LabelSelector(rule.selector())))
                .toList();
    }

    /** Empty if no rule matches: the energy of that node is not known then. */
    public Optional<Source> of(EnergyNode node) {
        return rules.stream()
                .filter(each -> each.rule().matches(node, each.selector()))
                .findFirst()
                .map(each -> each.rule().type());
    }

    /** The nodes of each source, in the order given. */
    public Map<Source, List<EnergyNode>> bySource(Collection<EnergyNode> nodes) {
        Map<Source, List<EnergyNode>> assigned = new EnumMap<>(Source.class);
        for (EnergyNode node : nodes) {
            of(node).ifPresent(source ->
                    assigned.computeIfAbsent(source, none -> new ArrayList<>()).add(node));
        }
        return assigned;
    }
}
