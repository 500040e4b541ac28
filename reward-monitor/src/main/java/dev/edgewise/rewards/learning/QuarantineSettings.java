package dev.edgewise.rewards.learning;

import dev.edgewise.common.Require;
import java.time.Duration;

/**
 * When pods of a type stay away from a node.
 *
 * @param below a mean outcome below this is bad, 0..1
 * @param confidence as sure must it be, 0..1
 * @param first how long the first quarantine lasts, 1s..30d; each that follows a failed trial lasts twice as long
 * @param longest but no longer than this, from {@code first} to 365d
 * @param probation what lives so long, and no less than three times as long as what failed, has shown that the node healed; 1s..30d
 * @param shareOfNodes on this many nodes at most is a type in quarantine or probation, 0..1; on one at least where there are two
 * @param newNodes this many nodes of a type at most become closed to it, 1 or more,
 * @param newWithin within this time, 1s..30d
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
}
