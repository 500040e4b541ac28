package dev.edgewise.networkprobe.coordinator;

import dev.edgewise.common.signal.RoundTripTime;
import dev.edgewise.networkprobe.estimation.Neighbour;
import dev.edgewise.networkprobe.nodes.NodeDirectory;
import dev.edgewise.networkprobe.pairs.PairTable;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Tells agents whom to measure and takes what they report; once a round it plans anew and estimates. Reports may come from many
 * threads, rounds from one.
 */
final class Coordinator {
    /** Direct probes that wait for one node at most: more would be no round in between. */
    private static final int MOST_WAITING = 64;
    /** How long an agent goes by a list: the answer to each report tells when there is another. */
    private static final int LIST_ROUNDS = 60;

    /**
     * @param round how often each pair is measured
     * @param echoes probes for each pair and round
     * @param reportsPerRound how many reports one agent may send in a round
     * @param reportsPerSecond how many reports all agents together are to send
     * @param estimatesEvery in which time all estimates are made anew
     */
    record Settings(Duration round, int echoes, int reportsPerRound, int reportsPerSecond, Duration estimatesEvery) {}

    /**
     * The list that an agent was given.
     *
     * @param peers of which it was made, from the plan
     * @param places the version of the directory then
     * @param roundsPerReport the pace then
     */
    private record Served(String tag, List<String> peers, long places, int roundsPerReport) {}

    private final Settings settings;
    private final NodeDirectory nodes;
    private final PairTable pairs;
    private final EstimateTable estimates;
    private final RttModel model;
    private final CoordinatorListener listener;
    private final Assignments assignments;
    private final ReportPace pace;
    private final Map<String, AgentSession> sessions = new HashMap<>();
    private final Map<String, Served> served = new HashMap<>();
    private final Rotation rotation;
    private Set<String> known = Set.of();

    Coordinator(
            Settings settings,
            NodeDirectory nodes,
            PairTable pairs,
            EstimateTable estimates,
            RttModel model,
            CoordinatorListener listener) {
        this.settings = settings;
        this.nodes = nodes;
        this.pairs = pairs;
        this.estimates = estimates;
        this.model = model;
        this.listener = listener;
        this.assignments = new Assignments(settings.round());
        this.pace = new ReportPace(settings.reportsPerSecond(), settings.round(), settings.echoes());
        this.rotation = new Rotation(settings.estimatesEvery().dividedBy(settings.round()));
    }

    /** @throws RefusedReportException 404, if there is no such node */
    PeerList peers(String node) {
        requireKnown(node);
        synchronized (this) {
            long places = nodes.version();
            PeerList list = list(node);
            served.put(node, new Served(list.tag(), assignments.peers(node), places, pace.rounds()));
            return list;
        }
    }

    /** Counts a call of a node's agent, before its report is read: 404 and 429 if it is not to go on. */
    void admit(String node, Instant now) {
        requireKnown(node);
        synchronized (this) {
            session(node).admit(now, settings.round(), settings.reportsPerRound());
        }
    }

    /** @throws RefusedReportException 409, and nothing of the report counts */
    ReportReply report(String node, Report report, Instant now) {
        ReportReply reply;
        synchronized (this) {
            AgentSession session = session(node);
            session.check(report);
            for (int i = 0; i < report.results().size(); i++) {
                String to = report.results().get(i).to();
                if (!mayReport(node, to, now)) {
                    throw RefusedReportException.of(
                            RefusedReportException.CONFLICT,
                            "results[" + i + "].to is " + to + ": it must be a peer that " + node + " was given");
                }
            }
            session.accept(report);
            reply = new ReportReply(peersChanged(node), located(assignments.takeWaiting(node)));
        }
        pairs.record(node, report.results(), now);
        listener.reported(node, report);
        return reply;
    }

    /** Asks for a direct probe; whether it will be made: both nodes are well, and not too many wait. */
    boolean ask(String from, String to, Instant now) {
        Set<String> measurable = nodes.measurable();
        if (!measurable.contains(from) || !measurable.contains(to)) {
            return false;
        }
        synchronized (this) {
            if (assignments.waiting(from) >= MOST_WAITING) {
                return false;
            }
            assignments.ask(from, to, now);
            return true;
        }
    }

    /** One round: plans, finds what is over, and estimates for some of the nodes. */
    void round(Instant now) {
        prune();
        pairs.drainMeasured((from, to, micros) -> {
            model.report(from, to, micros, now);
            Optional.ofNullable(estimates.takeMeasured(from, to))
                    .ifPresent(estimate -> listener.estimateChecked(estimate, micros));
        });
        Set<String> measurable = nodes.measurable();
        Map<String, List<String>> plan = model.plan(measurable, now);
        int roundsPerReport;
        synchronized (this) {
            assignments.plan(plan, now);
            // What is planned first hangs on what was measured a round ago.
            pace.adapt(model.isWarm() ? plan.size() : 0);
            roundsPerReport = pace.rounds();
        }
        pairs.expire(
                now,
                roundsPerReport,
                (from, to) -> plan.getOrDefault(from, List.of()).contains(to),
                (from, to) -> measurable.contains(from) && measurable.contains(to));
        estimate(measurable, now);
    }

    private void estimate(Collection<String> measurable, Instant now) {
        for (String from : rotation.next(measurable, model.isWarm())) {
            Map<String, RoundTripTime> measured = pairs.row(from);
            List<Neighbour> nearest = model.nearest(
                    from, estimates.candidates(), to -> measurable.contains(to) && isOpen(measured.get(to), now));
            estimates.update(from, nearest, now);
        }
    }

    /** A pair that nobody measured, or so long ago that an estimate is better; not one that does not answer. */
    private static boolean isOpen(@Nullable RoundTripTime measured, Instant now) {
        return measured == null || measured.loss() < 1 && measured.observed().staleAt(now);
    }

    /** Forgets nodes that left the cluster; also those that left while this process did not run. */
    private void prune() {
        Set<String> now = nodes.names();
        Set<String> gone = new HashSet<>(known);
        if (known.isEmpty()) {
            gone.addAll(pairs.nodes());
            gone.addAll(estimates.nodes());
        }
        gone.removeAll(now);
        known = now;
        if (gone.isEmpty()) {
            return;
        }
        gone.forEach(model::remove);
        pairs.remove(gone);
        estimates.remove(gone);
        synchronized (this) {
            assignments.remove(gone);
            sessions.keySet().removeAll(gone);
            served.keySet().removeAll(gone);
        }
    }

    /**
     * Whether a node measures another because it was told to. An agent that was not told by this process goes by what the one
     * before it said: then what was published of the pair speaks for it.
     */
    private boolean mayReport(String node, String to, Instant now) {
        return nodes.contains(to)
                && (assignments.mayReport(node, to, now) || !served.containsKey(node) && pairs.find(node, to) != null);
    }

    /** Whether an agent should ask for its list again. It is made anew only if the plan changed, or any agent's place. */
    private boolean peersChanged(String node) {
        Served last = served.get(node);
        long places = nodes.version();
        List<String> peers = assignments.peers(node);
        int rounds = pace.rounds();
        if (last == null || last.peers == peers && last.places == places && last.roundsPerReport == rounds) {
            return last == null;
        }
        if (!list(node).tag().equals(last.tag)) {
            return true;
        }
        served.put(node, new Served(last.tag, peers, places, rounds));
        return false;
    }

    private AgentSession session(String node) {
        return sessions.computeIfAbsent(node, name -> new AgentSession());
    }

    private PeerList list(String node) {
        long round = settings.round().toMillis();
        return new PeerList(
                node, round, settings.echoes(), pace.rounds(), LIST_ROUNDS * round, located(assignments.peers(node)));
    }

    /** Those of the nodes that can be reached, and where. */
    private List<PeerList.Peer> located(List<String> names) {
        return names.stream()
                .flatMap(name -> nodes.endpoint(name).stream().map(at -> new PeerList.Peer(name, at.host(), at.port())))
                .toList();
    }

    private void requireKnown(String node) {
        if (!nodes.contains(node)) {
            throw RefusedReportException.of(RefusedReportException.NOT_FOUND, "There is no node " + node);
        }
    }
}
