package dev.edgewise.energy.sources;

import dev.edgewise.common.LabelSelector;
import dev.edgewise.common.Require;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.core.env.Environment;

/**
 * Settings of the rules that assign a source of readings to each node.
 *
 * @param sources which source serves which nodes, by the first rule that matches; none: {@code push} serves all
 *     [list of rules]
 */
@ConfigurationProperties("edgewise.energy-adapter")
public record SourcesProperties(@DefaultValue List<SourceRule> sources) {
    static final String PROPERTY = "edgewise.energy-adapter.sources";

    public SourcesProperties {
        sources =
                sources.isEmpty() ? List.of(new SourceRule(EnergySourceKind.PUSH, "", Set.of())) : List.copyOf(sources);
        for (int i = 0; i < sources.size(); i++) {
            check(rule(i) + '.', sources.get(i));
        }
    }

    /** The property of a rule. */
    static String rule(int index) {
        return PROPERTY + '[' + index + ']';
    }

    private static void check(String prefix, SourceRule rule) {
        Require.that(
                rule.type() != null, prefix + "type", "not set", "one of " + EnumSet.allOf(EnergySourceKind.class));
        try {
            new LabelSelector(rule.selector());
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(prefix + e.getMessage(), e);
        }
    }

    /** Binds the settings from the environment, for conditions that run before there are beans. */
    static SourcesProperties of(Environment environment) {
        return Binder.get(environment).bindOrCreate("edgewise.energy-adapter", SourcesProperties.class);
    }

    /** Keys of the node labels that decide which source serves a node. */
    public Set<String> labels() {
        return sources.stream()
                .flatMap(rule -> new LabelSelector(rule.selector()).keys().stream())
                .collect(Collectors.toUnmodifiableSet());
    }

    public Set<EnergySourceKind> inUse() {
        Set<EnergySourceKind> used = EnumSet.noneOf(EnergySourceKind.class);
        for (SourceRule rule : sources) {
            if (rule.type() != null) {
                used.add(rule.type());
            }
        }
        return used;
    }
}
