package dev.edgewise.rewards.settings;

import dev.edgewise.common.Require;
import dev.edgewise.rewards.learning.settings.LearnerSettings;
import dev.edgewise.rewards.learning.settings.LearnerSettings.Limits;
import dev.edgewise.rewards.learning.settings.QuarantineSettings;
import dev.edgewise.rewards.outcomes.OutcomeCause;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of learning; see {@link LearnerSettings}, which checks the values.
 *
 * @param halfLife time after which an outcome counts half [1s to 365d]
 * @param meanTimeToFailure healthy time that counts as one good outcome [1s to 365d]
 * @param causes values of outcomes by cause, instead of the defaults [map of cause to 0 to 1]
 * @param stuckAfter time after which a bound pod that has not started is stuck [1s to 365d]
 * @param slowFactor multiple of the median duration above which a Job is slow [above 1]
 * @param validFor validity of a published reward [1m to 30d]
 * @param events whether Warning events are watched; without them there are no causes {@code volume}, {@code binding}
 *     and {@code probe} [boolean]
 */
@ConfigurationProperties("edgewise.reward-monitor")
public record LearningProperties(
        @DefaultValue("5m") Duration halfLife,
        @DefaultValue("10m") Duration meanTimeToFailure,
        @DefaultValue Map<String, Double> causes,
        @DefaultValue("5m") Duration stuckAfter,
        @DefaultValue("2") double slowFactor,
        @DefaultValue("30m") Duration validFor,
        @DefaultValue("true") boolean events) {
    private static final String PREFIX = "edgewise.reward-monitor.";

    public LearningProperties {
        causes = Map.copyOf(causes);
        new LearnerSettings(
                halfLife,
                meanTimeToFailure,
                byCause(causes),
                QuarantineSettings.DEFAULT,
                Limits.DEFAULT,
                stuckAfter,
                slowFactor,
                validFor);
    }

    /** Returns the settings, with those of the other records. */
    public LearnerSettings settings(QuarantineProperties quarantine, LearningLimitsProperties limits) {
        return new LearnerSettings(
                halfLife,
                meanTimeToFailure,
                byCause(causes),
                quarantine.settings(),
                limits.settings(),
                stuckAfter,
                slowFactor,
                validFor);
    }

    private static Map<OutcomeCause, Double> byCause(Map<String, Double> causes) {
        Map<OutcomeCause, Double> byCause = new EnumMap<>(OutcomeCause.class);
        causes.forEach((name, reward) -> {
            Optional<OutcomeCause> cause = configurable()
                    .filter(each -> plain(each.toString()).equals(plain(name)))
                    .findFirst();
            Require.that(cause.isPresent(), PREFIX + "causes", name, "of " + allowed());
            cause.ifPresent(known -> byCause.put(known, reward));
        });
        return byCause;
    }

    /** Returns a name without dashes and in small letters, as environment variables have neither. */
    private static String plain(String name) {
        return name.replace("-", "").toLowerCase(Locale.ROOT);
    }

    private static String allowed() {
        return configurable().map(OutcomeCause::toString).collect(Collectors.joining(", "));
    }

    private static Stream<OutcomeCause> configurable() {
        return Arrays.stream(OutcomeCause.values()).filter(OutcomeCause::isConfigurable);
    }
}
