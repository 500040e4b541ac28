package dev.edgewise.networkprobe.coordinator;

import dev.edgewise.networkprobe.estimates.EstimateTable;
import dev.edgewise.networkprobe.nodes.NodeDirectory;
import dev.edgewise.networkprobe.pairs.PairTable;
import dev.edgewise.networkprobe.peers.RttMeasurementPlanner;
import dev.edgewise.networkprobe.protocol.PeerList;
import dev.edgewise.networkprobe.protocol.PeerResult;
import dev.edgewise.networkprobe.protocol.Report;
import dev.edgewise.networkprobe.protocol.ReportReply;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Assigns peers to agents and takes what they report; once a round it plans again and estimates. Reports may come from
 * many threads, rounds from one.
 */
public final class Coordinator {
    /** Direct probes that wait for one node at most: more would be no round in between. */
    private static final int MOST_WAITING = 64;

    /** Maximum number of rounds between two without a pause. */
    private static final int LONGEST_GAP = 3;

    private static final int KEY_BYTES = 16;

    private final AgentsProperties settings;
    private final NodeDirectory nodes;
    private final PairTable pairs;
    private final RttMeasurementPlanner model;
    private final CoordinatorObserver listener;
    private final PeerAssignments assignments;
    private final RoundsPerReport pace;
    private final Map<String, AgentReportValidator> sessions = new HashMap<>();
    private final PeerLists lists;
    private final EstimateUpdater estimates;
    private @Nullable Instant deafAt;
    private @Nullable Instant lastRound;

    Coordinator(
            AgentsProperties settings,
            Duration estimatesEvery,
            NodeDirectory nodes,
            PairTable pairs,
            EstimateTable estimates,
            RttMeasurementPlanner model,
            CoordinatorObserver listener) {
        this.settings = settings;
        this.nodes = nodes;
        this.pairs = pairs;
        this.model = model;
        this.listener = listener;
        this.assignments = new PeerAssignments(settings.round());
        this.pace = new RoundsPerReport(settings.reportsPerSecond(), settings.round(), settings.echoes());
        this.lists = new PeerLists(settings, nodes, assignments, pace, randomKey());
        this.estimates = new EstimateUpdater(pairs, estimates, model, listener, settings.round(), estimatesEvery);
    }

    /**
     * Returns a key of 128 bits: agents that still have the one of a former process are answered as strangers until
     * they have this one.
     */
    private static String randomKey() {
        byte[] key = new byte[KEY_BYTES];
        new SecureRandom().nextBytes(key);
        return HexFormat.of().formatHex(key);
    }

    /** @throws RefusedReportException 404, if there is no such node; 503 before the first round */
    public PeerList peers(String node) {
        requireKnown(node);
        synchronized (this) {
            if (!assignments.isPlanned()) {
                // An empty list would have the agent stop what it measures.
                throw notReady();
            }
            return lists.list(node);
        }
    }

    /** Counts a call of a node's agent, before its report is read: refused with 404, 429 or 503. */
    public void admit(String node, Instant now) {
        requireKnown(node);
        synchronized (this) {
            session(node).admit(now, settings.round(), settings.reportsPerRound());
        }
    }

    /**
     * Takes a report; of its results those of pairs that the node may report.
     *
     * @throws RefusedReportException 409, and nothing of the report counts, if it is an old one
     */
    public ReportReply report(String node, Report report, Instant now) {
        ReportReply reply;
        List<PeerResult> results;
        synchronized (this) {
            AgentReportValidator session = session(node);
            session.check(report);
            results = report.results().stream()
                    .filter(result -> mayReport(node, result.to(), now))
                    .toList();
            session.accept(report);
            boolean changed = assignments.isPlanned() && lists.isAnother(node, report.list());
            reply = new ReportReply(
                    changed, lists.located(assignments.takeWaiting(node)), assignments.takeEchoes(node));
        }
        pairs.record(node, results, now);
        listener.reported(node, report, results);
        return reply;
    }

    /**
     * Asks for a direct probe; whether it will be made: both nodes are well, and not too many wait.
     *
     * @param echoes how many; 0: as many as in a round
     */
    public boolean ask(String from, String to, int echoes, Instant now) {
        Set<String> measurable = nodes.measurable();
        if (!measurable.contains(from) || !measurable.contains(to)) {
            return false;
        }
        synchronized (this) {
            if (assignments.waiting(from) >= MOST_WAITING) {
                return false;
            }
            assignments.ask(from, to, echoes, now);
            return true;
        }
    }

    /** One round: plans, finds what is over, and estimates for some of the nodes. */
    void round(Instant now) {
        resume(now);
        prune();
        estimates.learn(now);
        Set<String> measurable = nodes.measurable();
        Map<String, List<String>> plan = model.plan(measurable, now);
        int roundsPerReport;
        synchronized (this) {
            assignments.plan(plan, now);
            // What is planned first hangs on what was measured a round ago.
            pace.adapt(model.isWarm() ? plan.size() : 0);
            roundsPerReport = pace.rounds();
        }
        expire(plan, measurable, roundsPerReport, now);
        estimates.update(measurable, now);
    }

    /** Gives agents time to report after a pause, in which another process wrote or the loop was delayed. */
    private synchronized void resume(Instant now) {
        if (lastRound != null
                && lastRound.plus(settings.round().multipliedBy(LONGEST_GAP)).isBefore(now)) {
            deafAt = now;
        }
        lastRound = now;
    }

    private void expire(Map<String, List<String>> plan, Set<String> measurable, int roundsPerReport, Instant now) {
        if (isDeaf(now, roundsPerReport)) {
            return;
        }
        pairs.expire(
                now,
                roundsPerReport,
                (from, to) -> plan.getOrDefault(from, List.of()).contains(to),
                (from, to) -> measurable.contains(from) && measurable.contains(to));
    }

    /**
     * Whether reports were refused recently because their tokens could not be reviewed: silence then says nothing about
     * agents.
     */
    private synchronized boolean isDeaf(Instant now, int roundsPerReport) {
        return deafAt != null && deafAt.plus(pairs.silence(roundsPerReport)).isAfter(now);
    }

    /** A report was refused that may be a good one. */
    public synchronized void unreviewed(Instant now) {
        deafAt = now;
    }

    /** Forgets nodes that left the cluster; also those that left while this process did not run. */
    private void prune() {
        Set<String> gone = estimates.removeLeft(nodes.names());
        synchronized (this) {
            assignments.remove(gone);
            sessions.keySet().removeAll(gone);
            lists.remove(gone);
        }
    }

    /**
     * Whether a result counts: its pair was assigned to the node, or is known. An agent that used an outdated list for
     * long, since it or this service was cut off, also reports pairs that were never assigned: only those are left out.
     */
    private boolean mayReport(String node, String to, Instant now) {
        return !to.equals(node)
                && nodes.contains(to)
                && (assignments.mayReport(node, to, now) || pairs.isKnown(node, to));
    }

    private AgentReportValidator session(String node) {
        return sessions.computeIfAbsent(node, name -> new AgentReportValidator());
    }

    private void requireKnown(String node) {
        if (!nodes.isComplete()) {
            throw notReady();
        }
        if (!nodes.contains(node)) {
            throw new RefusedReportException(RefusedReportException.NOT_FOUND, "There is no node " + node);
        }
    }

    private static RefusedReportException notReady() {
        return new RefusedReportException(
                RefusedReportException.UNAVAILABLE, "The nodes of the cluster are still being read; try again later");
    }
}
