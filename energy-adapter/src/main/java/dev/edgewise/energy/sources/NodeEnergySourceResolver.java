package dev.edgewise.energy.sources;

import dev.edgewise.common.LabelSelector;
import dev.edgewise.energy.nodes.EnergyNode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Finds the source of each node: the first rule that matches. */
public final class NodeEnergySourceResolver {
    private static final int MOST_NAMES = 10;

    private record Parsed(SourceRule rule, LabelSelector selector) {}

    private final List<Parsed> rules;

    public NodeEnergySourceResolver(List<SourceRule> rules) {
        this.rules = rules.stream()
                .map(rule -> new Parsed(rule, new LabelSelector(rule.selector())))
                .toList();
    }

    /** Returns the source of a node; empty if no rule matches: its energy is not known then. */
    public Optional<EnergySourceKind> of(EnergyNode node) {
        return ruleOf(node).map(each -> each.rule().type());
    }

    private Optional<Parsed> ruleOf(EnergyNode node) {
        return rules.stream()
                .filter(each -> each.rule().matches(node, each.selector()))
                .findFirst();
    }

    /** The nodes of each source, in the order given. */
    public Map<EnergySourceKind, List<EnergyNode>> bySource(Collection<EnergyNode> nodes) {
        Map<EnergySourceKind, List<EnergyNode>> assigned = new EnumMap<>(EnergySourceKind.class);
        for (EnergyNode node : nodes) {
            of(node).ifPresent(source ->
                    assigned.computeIfAbsent(source, none -> new ArrayList<>()).add(node));
        }
        return assigned;
    }

    /** Rules that do less than they say as long as there are these nodes only, with what is probably mistyped. */
    public Map<String, String> idle(Collection<EnergyNode> nodes) {
        Set<String> there = nodes.stream().map(EnergyNode::name).collect(Collectors.toSet());
        Set<Parsed> serving =
                nodes.stream().flatMap(node -> ruleOf(node).stream()).collect(Collectors.toSet());
        Map<String, String> idle = new LinkedHashMap<>();
        for (int i = 0; i < rules.size(); i++) {
            List<String> absent = rules.get(i).rule().names().stream()
                    .filter(name -> !there.contains(name))
                    .sorted()
                    .toList();
            if (!absent.isEmpty()) {
                idle.put(SourcesProperties.rule(i), "no such node: " + shortened(absent));
            } else if (!serving.contains(rules.get(i))) {
                idle.put(SourcesProperties.rule(i), "no node: none matches, or earlier rules serve them");
            }
        }
        return idle;
    }

    private static String shortened(List<String> names) {
        int more = names.size() - MOST_NAMES;
        return more <= 0
                ? String.join(", ", names)
                : String.join(", ", names.subList(0, MOST_NAMES)) + " and " + more + " more";
    }
}
