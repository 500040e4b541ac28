package dev.edgewise.rewards.learning;

import dev.edgewise.common.Require;
import dev.edgewise.rewards.outcomes.Cause;
import java.time.Duration;
import java.util.Map;

/**
 * How it is learned.
 *
 * @param halfLife after this time an outcome counts half, 1s..365d
 * @param meanTimeToFailure so much healthy time counts as one outcome of value 1, 1s..365d
 * @param causes what outcomes of a cause are worth, 0..1; those that are missing have {@link Cause#reward}
 * @param quarantine when pods stay away from a node
 * @param limits what may grow how far
 * @param stuckAfter a pod that is bound and does not start for so long is stuck, 1s..365d
 * @param slowFactor a Job's pod that takes this many times the median on other nodes is slow, above 1
 * @param validFor how long a published reward holds without being published again, 1m..30d
 */
public record LearnerSettings(
        Duration halfLife,
        Duration meanTimeToFailure,
        Map<Cause, Double> causes,
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
     * What may grow how far.
     *
     * @param typesPerNamespace pods of further types of a namespace are not learned from, 1..100000; nor pods on further nodes, once its types have
     *     run on 100 times as many nodes together, or on 20 times as many as there are
     * @param outcomes that are kept to be shown for a type on a node, 1..50
     * @param collectAfter what is known of types and nodes that vanished is removed after this time, 1m..365d
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

    private static void check(Cause cause, double reward) {
        Require.that(
                cause.isConfigurable(),
                PREFIX + "causes",
                cause,
                "a cause without a value of its own: from " + Cause.CRASH + " to " + Cause.SLOW_JOB);
        Require.that(reward >= 0 && reward <= 1, PREFIX + "causes." + cause, reward, "from 0 to 1");
    }

    /** What an outcome of a cause is worth, 0..1. */
    public double reward(Cause cause) {
        return causes.getOrDefault(cause, cause.reward());
    }
}
