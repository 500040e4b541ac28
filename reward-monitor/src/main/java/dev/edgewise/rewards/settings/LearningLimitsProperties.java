package dev.edgewise.rewards.settings;

import dev.edgewise.rewards.learning.settings.LearnerSettings.Limits;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of the limits of what is learned and kept; see {@link Limits}, which checks the values.
 *
 * @param typesPerNamespace types of a namespace that are learned; further ones are not [1 to 100,000]
 * @param outcomes outcomes shown for a type and a node; for all but the latest 5,000 pairs the last one only [1 to
 *     50]
 * @param collectAfter time after which data of deleted pods and nodes are removed [1m to 365d]
 */
@ConfigurationProperties("edgewise.reward-monitor.limits")
public record LearningLimitsProperties(
        @DefaultValue("500") int typesPerNamespace,
        @DefaultValue("20") int outcomes,
        @DefaultValue("1h") Duration collectAfter) {
    public LearningLimitsProperties {
        new Limits(typesPerNamespace, outcomes, collectAfter);
    }

    public Limits settings() {
        return new Limits(typesPerNamespace, outcomes, collectAfter);
    }
}
