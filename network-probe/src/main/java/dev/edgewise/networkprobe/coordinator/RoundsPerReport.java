package dev.edgewise.networkprobe.coordinator;

import dev.edgewise.networkprobe.protocol.ProtocolLimits;
import java.time.Duration;

/**
 * Number of rounds that an agent reports at once, so that the reports of a large cluster come no faster than
 * configured: a request costs more than its content. Confined to its owner's lock.
 */
final class RoundsPerReport {
    /** Maximum number of rounds: with more a report would be a minute old. */
    static final int MOST = 6;
    /** Margin before fewer rounds are requested again: otherwise nodes that come and go would change all lists. */
    private static final double ROOM = 1.1;

    private final double reportsPerRound;
    private final int most;
    private int rounds = 1;

    /**
     * @param perSecond how many reports there shall be at most
     * @param round how long a round takes
     * @param echoes probes for each pair and round; all of a report have to fit in
     */
    RoundsPerReport(int perSecond, Duration round, int echoes) {
        this.reportsPerRound = Math.max(1, perSecond * round.toMillis() / 1e3);
        this.most = Math.max(1, Math.min(MOST, ProtocolLimits.MAX_ECHOES / echoes));
    }

    /** Follows the number of agents. */
    void adapt(int agents) {
        if (needed(agents) > rounds || needed(agents * ROOM) < rounds) {
            rounds = needed(agents);
        }
    }

    int rounds() {
        return rounds;
    }

    private int needed(double agents) {
        return (int) Math.max(1, Math.min(most, Math.ceil(agents / reportsPerRound)));
    }
}
