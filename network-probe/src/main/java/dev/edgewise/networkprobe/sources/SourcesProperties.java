package dev.edgewise.networkprobe.sources;

import dev.edgewise.common.Require;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.core.env.Environment;

/**
 * Settings of the sources of round-trip times.
 *
 * @param sources sources that are read; the times of several are merged [list of agents, static, goldpinger]
 */
@ConfigurationProperties("edgewise.network-probe")
public record SourcesProperties(@DefaultValue("static") List<String> sources) {
    static final String PROPERTY = "edgewise.network-probe.sources";

    public SourcesProperties {
        Require.that(!sources.isEmpty(), PROPERTY, "empty", "one or more of " + RttSourceKind.allowed());
        sources.forEach(RttSourceKind::parse);
    }

    /** Binds the settings from the environment, for conditions that run before there are beans. */
    static SourcesProperties of(Environment environment) {
        return Binder.get(environment).bindOrCreate("edgewise.network-probe", SourcesProperties.class);
    }

    public Set<RttSourceKind> inUse() {
        return sources.stream().map(RttSourceKind::parse).collect(Collectors.toSet());
    }
}
