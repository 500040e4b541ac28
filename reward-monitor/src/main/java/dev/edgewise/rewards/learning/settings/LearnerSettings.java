package dev.edgewise.rewards.learning.settings;

import dev.edgewise.common.Require;
import dev.edgewise.rewards.outcomes.OutcomeCause;
import java.time.Duration;
import java.util.Map;

/**
 * The settings of learning.
 *
 * @param halfLife time after which an outcome counts half, 1s..365d
 * @param meanTimeToFailure healthy time that counts as one outcome of value 1, 1s..365d
 * @param causes values of outcomes by cause, 0..1; missing causes have {@link OutcomeCause#reward}
 * @param quarantine rules by which pods stay away from a node
 * @param limits limits of what may grow
 * @param stuckAfter time after which a bound pod that has not started is stuck, 1s..365d
 * @param slowFactor multiple of the median on other nodes from which a Job's pod is slow, above 1
 * @param validFor time for which a published reward is valid, 1m..30d
 */
public record LearnerSettings(
        Duration halfLife,
        Duration meanTimeToFailure,
        Map<OutcomeCause, Double> causes,
        QuarantineSettings quarantine,
        Limits limits,
        Duration stuckAfter,
        double slowFactor,
        Duration validFor) {
    public static final LearnerSettings DEFAULT = new LearnerSettings(
            Duration.ofMinutes(5),
            Duration.ofMinutes(10),
            Map.of(),
            QuarantineSettings.DEFAULT,
            Limits.DEFAULT,
            Duration.ofMinutes(5),
            2,
            Duration.ofMinutes(30));

    static final String PREFIX = "edgewise.reward-monitor.";

    /**
     * Limits of what may grow.
     *
     * @param typesPerNamespace pods of further types of a namespace are not learned from, 1..100000; nor pods on
     *     further nodes, once its types have run on 100 times as many nodes together, or on 20 times as many as there
     *     are
     * @param outcomes outcomes that are kept to be shown for a type on a node, 1..50
     * @param collectAfter time after which the state of deleted types and nodes is removed, 1m..365d
     */
    public record Limits(int typesPerNamespace, int outcomes, Duration collectAfter) {
        public static final Limits DEFAULT = new Limits(500, 20, Duration.ofHours(1));

        public Limits {
            Require.within(PREFIX + "limits.types-per-namespace", typesPerNamespace, 1, 100_000);
            Require.within(PREFIX + "limits.outcomes", outcomes, 1, 50);
            Require.within(PREFIX + "limits.collect-after", collectAfter, Duration.ofMinutes(1), Duration.ofDays(365));
        }
    }

    public LearnerSettings {
        check("half-life", halfLife);
        check("mean-time-to-failure", meanTimeToFailure);
        check("stuck-after", stuckAfter);
        Require.that(slowFactor > 1, PREFIX + "slow-factor", slowFactor, "above 1, such as 2");
        Require.within(PREFIX + "valid-for", validFor, Duration.ofMinutes(1), Duration.ofDays(30));
        causes = Map.copyOf(causes);
        causes.forEach(LearnerSettings::check);
    }

    private static void check(String property, Duration time) {
        Require.within(PREFIX + property, time, Duration.ofSeconds(1), Duration.ofDays(365));
    }

    private static void check(OutcomeCause cause, double reward) {
        Require.that(
                cause.isConfigurable(),
                PREFIX + "causes",
                cause,
                "a cause without a value of its own: from " + OutcomeCause.CRASH + " to " + OutcomeCause.SLOW_JOB);
        Require.that(reward >= 0 && reward <= 1, PREFIX + "causes." + cause, reward, "from 0 to 1");
    }

    /** Returns the value of an outcome of a cause, 0..1. */
    public double reward(OutcomeCause cause) {
        return causes.getOrDefault(cause, cause.reward());
    }
}
