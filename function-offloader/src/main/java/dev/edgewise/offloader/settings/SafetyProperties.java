package dev.edgewise.offloader.settings;

import dev.edgewise.offloader.safety.SafetySettings;
import dev.edgewise.offloader.safety.SafetySettings.Singles;
import dev.edgewise.offloader.safety.Trait;
import java.time.Duration;
import java.util.Set;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How careful moves are; see {@link SafetySettings}.
 *
 * @param singles {@code stay}: a workload's only pod is not moved; {@code surge}: it is, after its Deployment has a second one that is ready
 */
@ConfigurationProperties("edgewise.function-offloader.safety")
public record SafetyProperties(
        @DefaultValue("2m") Duration minAge,
        @DefaultValue("1000000000") int priorityCeiling,
        @DefaultValue Set<Trait> allowed,
        @DefaultValue("stay") Singles singles,
        @DefaultValue("5") int badReadings,
        @DefaultValue("3") int goodReadings,
        @DefaultValue("30m") Duration coolDown,
        @DefaultValue("5m") Duration workloadWindow,
        @DefaultValue("1m") Duration rateWindow,
        @DefaultValue("2") int fromNode,
        @DefaultValue("10") int total,
        @DefaultValue("2") int toNode,
        @DefaultValue("10") double minGain) {
    private static final String PREFIX = OffloaderProperties.PREFIX + "safety.";

    public SafetyProperties {
        Prefixed.check(
                PREFIX,
                () -> new SafetySettings(
                        minAge,
                        priorityCeiling,
                        allowed,
                        singles,
                        badReadings,
                        goodReadings,
                        coolDown,
                        workloadWindow,
                        rateWindow,
                        fromNode,
                        total,
                        toNode,
                        minGain));
    }

    public SafetySettings settings() {
        return new SafetySettings(
                minAge,
                priorityCeiling,
                allowed,
                singles,
                badReadings,
                goodReadings,
                coolDown,
                workloadWindow,
                rateWindow,
                fromNode,
                total,
                toNode,
                minGain);
    }
}
