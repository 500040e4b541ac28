package dev.edgewise.rewards.learning.settings;

import dev.edgewise.common.Require;
import java.time.Duration;

/**
 * The rules by which pods of a type stay away from a node.
 *
 * @param below outcomes with a mean below this are bad, 0..1
 * @param confidence confidence that is needed to close a node, 0..1
 * @param first length of the first quarantine, 1s..30d; each one after a failed trial lasts twice as long
 * @param longest length of the longest quarantine, from {@code first} to 365d
 * @param probation life that proves a node healthy if it is also three times as long as what failed, 1s..30d
 * @param shareOfNodes largest share of nodes on which a type is in quarantine or on probation, 0..1; one node at least
 *     if there are two
 * @param newNodes nodes that may become closed to a type within {@code newWithin}, 1 or more
 * @param newWithin time for which {@code newNodes} counts, 1s..30d
 */
public record QuarantineSettings(
        double below,
        double confidence,
        Duration first,
        Duration longest,
        Duration probation,
        double shareOfNodes,
        int newNodes,
        Duration newWithin) {
    public static final QuarantineSettings DEFAULT = new QuarantineSettings(
            0.3,
            0.6,
            Duration.ofSeconds(60),
            Duration.ofSeconds(300),
            Duration.ofSeconds(120),
            0.2,
            5,
            Duration.ofMinutes(30));

    /** A life proves a node healthy if it lasts this many times as long as what failed there. */
    private static final int TIMES_WHAT_FAILED = 3;

    private static final String PREFIX = LearnerSettings.PREFIX + "quarantine.";

    public QuarantineSettings {
        Require.that(below >= 0 && below <= 1, PREFIX + "below", below, "from 0 to 1");
        Require.that(confidence >= 0 && confidence < 1, PREFIX + "confidence", confidence, "from 0, below 1");
        check("first", first);
        Require.within(PREFIX + "longest", longest, "first", first, Duration.ofDays(365));
        check("probation", probation);
        Require.that(shareOfNodes >= 0 && shareOfNodes <= 1, PREFIX + "share-of-nodes", shareOfNodes, "from 0 to 1");
        Require.that(newNodes >= 1, PREFIX + "new-nodes", newNodes, "1 or more");
        check("new-within", newWithin);
    }

    private static void check(String property, Duration time) {
        Require.within(PREFIX + property, time, Duration.ofSeconds(1), Duration.ofDays(30));
    }

    /**
     * Returns how long lives must last to prove a node healthy, in ms: no longer than the longest quarantine.
     *
     * @param failedAfter mean time after which lives failed there, in ms
     * @param healedForAnother whether the node opened to another type after the last failure: then the usual time is
     *     enough
     */
    public long healingTime(long failedAfter, boolean healedForAnother) {
        long usual = probation.toMillis();
        long lasted = Math.min(longest.toMillis(), TIMES_WHAT_FAILED * failedAfter);
        return healedForAnother ? usual : Math.max(usual, lasted);
    }
}
