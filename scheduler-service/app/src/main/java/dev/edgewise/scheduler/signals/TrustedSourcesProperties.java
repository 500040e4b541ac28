package dev.edgewise.scheduler.signals;

import dev.edgewise.common.Require;
import java.util.List;
import java.util.Set;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of the sources whose signals are trusted. The store says who may write a kind of signal; these say which
 * sources the writer may name.
 *
 * @param rtt sources whose round-trip times count; empty: all [list, such as agents, estimate]
 * @param energy sources whose energy readings count; empty: all [list, such as push]
 */
@ConfigurationProperties("edgewise.scheduler.sources")
record TrustedSourcesProperties(@DefaultValue List<String> rtt, @DefaultValue List<String> energy) {
    private static final String PREFIX = "edgewise.scheduler.sources.";

    TrustedSourcesProperties {
        rtt = List.copyOf(rtt);
        energy = List.copyOf(energy);
        requireNames("rtt", rtt);
        requireNames("energy", energy);
    }

    private static void requireNames(String name, List<String> sources) {
        Require.that(
                sources.stream().noneMatch(String::isBlank)
                        && Set.copyOf(sources).size() == sources.size(),
                PREFIX + name,
                sources,
                "different names of sources, or empty for all");
    }
}
