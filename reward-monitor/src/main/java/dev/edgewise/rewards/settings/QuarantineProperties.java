package dev.edgewise.rewards.settings;

import dev.edgewise.rewards.learning.QuarantineSettings;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/** When pods stay away from a node; see {@link QuarantineSettings}, which checks the values. */
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
