package dev.edgewise.networkprobe.coordinator;

import dev.edgewise.networkprobe.protocol.Report;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.Set;

/** Reports of one node's agent: no report counts twice, none of a replaced agent counts at all. */
final class AgentReportValidator {
    private static final int REMEMBERED = 64;

    private final Set<Long> replaced = new LinkedHashSet<>();
    private boolean known;
    private long session;
    private long round;
    /** Time when all of a burst may come at once again, by the generic cell rate algorithm of ITU-T I.371. */
    private Instant rested = Instant.MIN;

    /**
     * Counts a call.
     *
     * @param now by a steady clock: one that is set back would refuse for that long
     * @param burst how many may come at once, and in each {@code round}
     * @throws RefusedReportException 429, if they are too many
     */
    void admit(Instant now, Duration round, int burst) {
        Duration interval = round.dividedBy(burst);
        Instant from = rested.isAfter(now) ? rested : now;
        if (from.isAfter(now.plus(interval.multipliedBy(burst - 1L)))) {
            throw new RefusedReportException(
                    RefusedReportException.TOO_MANY,
                    "an agent may send " + burst + " reports in " + round + " at most");
        }
        rested = from.plus(interval);
    }

    /** @throws RefusedReportException 409, if the report is an old one */
    void check(Report report) {
        if (replaced.contains(report.session())) {
            throw conflict("session is " + Long.toHexString(report.session()) + ": a later agent has replaced it");
        }
        if (known && report.session() == session && report.round() <= round) {
            throw conflict("round is " + report.round() + ": it must be above the last one, " + round);
        }
    }

    void accept(Report report) {
        if (known && report.session() != session) {
            replaced.add(session);
            if (replaced.size() > REMEMBERED) {
                replaced.remove(replaced.iterator().next());
            }
        }
        known = true;
        session = report.session();
        round = report.round();
    }

    private static RefusedReportException conflict(String message) {
        return new RefusedReportException(RefusedReportException.CONFLICT, message);
    }
}
