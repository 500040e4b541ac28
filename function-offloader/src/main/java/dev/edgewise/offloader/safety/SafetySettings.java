package dev.edgewise.offloader.safety;

import dev.edgewise.common.Require;
import java.time.Duration;
import java.util.Set;

/**
 * The settings of how careful moves are.
 *
 * @param minAge how long a pod is ready before it may be moved; default 2 minutes
 * @param priorityCeiling pods of this priority and above stay; default 1,000,000,000, below which all PriorityClasses
 *     of users are
 * @param allowed what may be moved all the same: {@link UnmovablePodReason#LOCAL_STORAGE}; default nothing
 * @param singles what happens to workloads with one replica; default {@link Singles#STAY}
 * @param badReadings how many new readings of its node in a row must speak for moving a pod; default 5
 * @param goodReadings how many in a row must speak for where it is before it counts as well again; default 3
 * @param coolDown how long a workload's pods stay on a node to which one that was moved came back, and go for energy to
 *     none that one had to leave; 0s..365d, default 30 minutes
 * @param workloadWindow at most one move of a workload in this time; 1ms..365d, default 5 minutes
 * @param rateWindow the time that the two rates are for; 1ms..365d, default 1 minute
 * @param fromNode most moves off one node in that time; default 2
 * @param total most moves in that time; default 10
 * @param toNode most moves to one node at once; default 2
 * @param minGain how many percent points more charge than its own a pod's target must have; default 10
 */
public record SafetySettings(
        Duration minAge,
        int priorityCeiling,
        Set<UnmovablePodReason> allowed,
        Singles singles,
        int badReadings,
        int goodReadings,
        Duration coolDown,
        Duration workloadWindow,
        Duration rateWindow,
        int fromNode,
        int total,
        int toNode,
        double minGain) {
    /** The treatment of the pod of a workload that has no other. */
    public enum Singles {
        /** The pod stays. */
        STAY,
        /** The pod leaves after its replacement is ready. */
        SURGE
    }

    private static final Duration SHORTEST = Duration.ofMillis(1);
    private static final Duration LONGEST = Duration.ofDays(365);

    public static final SafetySettings DEFAULT = new SafetySettings(
            Duration.ofMinutes(2),
            1_000_000_000,
            Set.of(),
            Singles.STAY,
            5,
            3,
            Duration.ofMinutes(30),
            Duration.ofMinutes(5),
            Duration.ofMinutes(1),
            2,
            10,
            2,
            10);

    public SafetySettings {
        allowed = Set.copyOf(allowed);
        Require.that(!minAge.isNegative(), "min-age", minAge, "0 or more, such as 2m");
        Require.that(
                allowed.stream().allMatch(UnmovablePodReason::canBeAllowed),
                "allowed",
                allowed,
                "LOCAL_STORAGE or nothing: moving others would end them");
        Require.within("bad-readings", badReadings, 1, 1_000);
        Require.within("good-readings", goodReadings, 1, 1_000);
        Require.within("cool-down", coolDown, Duration.ZERO, LONGEST);
        Require.within("workload-window", workloadWindow, SHORTEST, LONGEST);
        Require.within("rate-window", rateWindow, SHORTEST, LONGEST);
        Require.within("from-node", fromNode, 1, 10_000);
        Require.within("total", total, 1, 10_000);
        Require.within("to-node", toNode, 1, 10_000);
        Require.that(minGain >= 0 && minGain <= 100, "min-gain", minGain, "in 0..100 percent points");
    }
}
