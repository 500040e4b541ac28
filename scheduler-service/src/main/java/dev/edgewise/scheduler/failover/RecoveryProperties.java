package dev.edgewise.scheduler.failover;

import dev.edgewise.common.Require;
import java.util.Set;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Whose pods are protected, and against what.
 *
 * @param profiles names of profiles; empty for none
 * @param failures how many nodes may fail together, 1..5: as much room is kept
 */
@ConfigurationProperties("edgewise.scheduler.recovery")
record RecoveryProperties(@DefaultValue("custom-scheduler") Set<String> profiles, @DefaultValue("1") int failures) {
    public RecoveryProperties {
        Require.within("edgewise.scheduler.recovery.failures", failures, 1, 5);
        profiles = Set.copyOf(profiles);
    }
}
