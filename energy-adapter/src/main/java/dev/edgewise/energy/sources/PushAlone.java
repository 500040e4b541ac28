package dev.edgewise.energy.sources;

import dev.edgewise.common.boot.BuildAssumption;
import java.util.Set;
import org.springframework.core.env.Environment;

/** All energy is reported, as in the manifests. */
final class PushAlone implements BuildAssumption {
    @Override
    public String property() {
        return SourcesProperties.PROPERTY;
    }

    @Override
    public boolean holds(Environment environment) {
        return SourcesProperties.of(environment).inUse().equals(Set.of(Source.PUSH));
    }
}
