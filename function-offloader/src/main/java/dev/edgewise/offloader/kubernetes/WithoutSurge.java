package dev.edgewise.offloader.kubernetes;

import dev.edgewise.common.boot.BuildAssumption;
import org.springframework.core.env.Environment;

/** Single replicas stay where they are, as without a setting. */
final class WithoutSurge implements BuildAssumption {
    static final String PROPERTY = "edgewise.function-offloader.safety.singles";
    static final String SURGE = "surge";

    @Override
    public String property() {
        return PROPERTY;
    }

    @Override
    public boolean holds(Environment environment) {
        return !SURGE.equalsIgnoreCase(environment.getProperty(PROPERTY));
    }
}
