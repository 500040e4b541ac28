package dev.edgewise.rewards.settings;

import dev.edgewise.rewards.learning.LearnerSettings.Limits;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/** What may grow how far; see {@link Limits}, which checks the values. */
@ConfigurationProperties("edgewise.reward-monitor.limits")
public record LimitsProperties(
        @DefaultValue("500") int typesPerNamespace,
        @DefaultValue("20") int outcomes,
        @DefaultValue("1h") Duration collectAfter) {
    public LimitsProperties {
        new Limits(typesPerNamespace, outcomes, collectAfter);
    }

    public Limits settings() {
        return new Limits(typesPerNamespace, outcomes, collectAfter);
    }
}
