package dev.edgewise.offloader.settings;

import dev.edgewise.offloader.safety.SafetySettings;
import dev.edgewise.offloader.safety.SafetySettings.Singles;
import dev.edgewise.offloader.safety.UnmovablePodReason;
import java.time.Duration;
import java.util.Set;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of the rules that limit moves; see {@link SafetySettings}.
 *
 * @param minAge how long a pod is ready before it may be moved [duration]
 * @param priorityCeiling pods of this priority and above stay [priority]
 * @param allowed {@code LOCAL_STORAGE}: pods with data on their node move, too [list of LOCAL_STORAGE]
 * @param singles what happens to the only replica of a workload; {@code surge}: a second one starts first [stay,
 *     surge]
 * @param badReadings consecutive new readings that must favour a move; for delays, consecutive plans [1 to 1,000]
 * @param goodReadings consecutive readings that favour staying before {@code bad-readings} start again; each one
 *     holds the pod [1 to 1,000]
 * @param coolDown how long pods stay on a node that one came back to, and avoid one that they had to leave [0s to
 *     365d]
 * @param workloadWindow time in which one move of a workload begins, whatever its result [1ms to 365d]
 * @param rateWindow time for which {@code from-node} and {@code total} limit moves [1ms to 365d]
 * @param fromNode moves off one node in {@code rate-window} [1 to 10,000]
 * @param total moves in the cluster in {@code rate-window} [1 to 10,000]
 * @param toNode moves to one node at a time [1 to 10,000]
 * @param minGain charge that a target must have more than the node of the pod; not on the way back to its owner
 *     [percentage points]
 */
@ConfigurationProperties("edgewise.function-offloader.safety")
public record SafetyProperties(
        @DefaultValue("2m") Duration minAge,
        @DefaultValue("1000000000") int priorityCeiling,
        @DefaultValue Set<UnmovablePodReason> allowed,
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
        PropertyErrorPrefixer.check(
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
