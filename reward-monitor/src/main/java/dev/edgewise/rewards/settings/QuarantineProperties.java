package dev.edgewise.rewards.settings;

import dev.edgewise.rewards.learning.settings.QuarantineSettings;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of the rules that close a node to a type of pods; see {@link QuarantineSettings}, which checks the values.
 *
 * @param below value below which a node is closed to a type [share 0 to 1]
 * @param confidence confidence from which a node may be closed [from 0, below 1]
 * @param first length of the first quarantine [1s to 30d]
 * @param longest length of the longest quarantine [first to 365d]
 * @param probation shortest run of a trial pod that opens the node again [1s to 30d]
 * @param shareOfNodes largest share of all nodes that is closed to a type [share 0 to 1]
 * @param newNodes nodes that may be newly closed to a type in {@code new-within} [from 1]
 * @param newWithin time for which {@code new-nodes} limits quarantines [1s to 30d]
 */
@ConfigurationProperties("edgewise.reward-monitor.quarantine")
public record QuarantineProperties(
        @DefaultValue("0.3") double below,
        @DefaultValue("0.6") double confidence,
        @DefaultValue("1m") Duration first,
        @DefaultValue("5m") Duration longest,
        @DefaultValue("2m") Duration probation,
        @DefaultValue("0.2") double shareOfNodes,
        @DefaultValue("5") int newNodes,
        @DefaultValue("30m") Duration newWithin) {
    public QuarantineProperties {
        new QuarantineSettings(below, confidence, first, longest, probation, shareOfNodes, newNodes, newWithin);
    }

    public QuarantineSettings settings() {
        return new QuarantineSettings(below, confidence, first, longest, probation, shareOfNodes, newNodes, newWithin);
    }
}
