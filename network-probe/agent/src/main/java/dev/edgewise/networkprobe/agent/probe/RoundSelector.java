package dev.edgewise.networkprobe.agent.probe;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * Selects the round whose echo is sent next. Regular rounds start on time, beside direct probes, which run one after
 * the other, and repetitions by TCP: unanswered probes do not delay the measurement of other peers.
 */
final class RoundSelector {
    private static final long APART_AT_ONCE_NANOS = 20_000_000;
    private static final long LEAST_APART_NANOS = 2_000_000;
    /** Time over which the echoes of such a round are spread, if they need not be closer than that. */
    private static final long AT_ONCE_NANOS = 3_000_000_000L;

    /** Maximum number of direct probes, including repetitions by TCP. */
    private static final int MOST_DIRECT = 4;

    private final PeerTransportSelector routes;
    private final Random random;
    private final List<ProbeRound> begun = new ArrayList<>();
    private @Nullable PeerAssignment assignment;
    private @Nullable ProbeRound regular;

    RoundSelector(PeerTransportSelector routes, Random random) {
        this.routes = routes;
        this.random = random;
    }

    /** Assigns peers from the next round on. */
    void assign(PeerAssignment next) {
        assignment = next;
    }

    /**
     * Begins a direct probe, now, or after the current one. It is dropped if too many wait: each may take longer than
     * the interval of requests, and would end after its callers gave up.
     *
     * @param echoes to each peer; 0: as many as in a regular round
     */
    void beginAtOnce(List<Peer> peers, int echoes, long nowNanos) {
        if (begun.stream()
                        .filter(round -> round.kind() == ProbeRound.Kind.DIRECT)
                        .count()
                >= MOST_DIRECT) {
            return;
        }
        int each = echoes > 0 ? echoes : assignment == null ? 1 : assignment.echoes();
        begin(peers, planAtOnce(peers.size(), each), ProbeRound.Kind.DIRECT, nowNanos);
    }

    private static EchoTimetable planAtOnce(int peers, int each) {
        long apart = AT_ONCE_NANOS / Math.max(1, peers * each);
        apart = Math.max(LEAST_APART_NANOS, Math.min(APART_AT_ONCE_NANOS, apart));
        return EchoTimetable.atOnce(peers, each, apart);
    }

    /** A round whose next echo is due; null if none is. */
    @Nullable
    ProbeRound due(long nowNanos) {
        ProbeRound next = next(nowNanos);
        return next != null && next.dueNanos() - nowNanos <= 0 ? next : null;
    }

    /** Time until an echo is due; the given time if that is shorter. */
    long untilDue(long nowNanos, long atMost) {
        ProbeRound next = next(nowNanos);
        long due = next != null ? next.dueNanos() - nowNanos : atMost;
        if (regular != null && regular.allSent() && assignment != null) {
            due = Math.min(due, regularEnd(regular, assignment) - nowNanos);
        }
        return Math.min(due, atMost);
    }

    /** The round whose echo is due first. */
    private @Nullable ProbeRound next(long nowNanos) {
        PeerAssignment current = assignment;
        if (current != null && (regular == null || regular.allSent() && regularEnd(regular, current) - nowNanos <= 0)) {
            regular = beginRegular(current, nowNanos);
        }
        ProbeRound first = null;
        boolean directUnderWay = false;
        for (ProbeRound round : begun) {
            boolean direct = round.kind() == ProbeRound.Kind.DIRECT;
            if (round.allSent() || direct && directUnderWay) {
                continue;
            }
            directUnderWay |= direct;
            if (first == null || round.dueNanos() - first.dueNanos() < 0) {
                first = round;
            }
        }
        return first;
    }

    private ProbeRound beginRegular(PeerAssignment current, long nowNanos) {
        routes.keep(current.peers());
        int peers = current.peers().size();
        EchoTimetable plan =
                EchoTimetable.spread(peers, current.echoes(), current.round().toNanos(), random);
        return begin(current.peers(), plan, ProbeRound.Kind.REGULAR, nowNanos);
    }

    private static long regularEnd(ProbeRound round, PeerAssignment current) {
        return round.startNanos() + current.round().toNanos();
    }

    private ProbeRound begin(List<Peer> peers, EchoTimetable plan, ProbeRound.Kind kind, long startNanos) {
        ProbeRound round =
                new ProbeRound(plan, peers.stream().map(routes::begin).toList(), kind, startNanos);
        begun.add(round);
        return round;
    }

    /**
     * Takes a round that is over; null if there is none. For those of its peers that turned to TCP another one begins.
     */
    @Nullable
    ProbeRound takeComplete(long nowNanos) {
        ProbeRound round = removeComplete();
        if (round != null) {
            List<Peer> again = round.close(routes);
            if (!again.isEmpty()) {
                begin(
                        again,
                        planAtOnce(again.size(), round.echoes()),
                        round.kind().repeated(),
                        nowNanos);
            }
        }
        return round;
    }

    private @Nullable ProbeRound removeComplete() {
        for (int i = 0; i < begun.size(); i++) {
            if (begun.get(i).complete()) {
                return begun.remove(i);
            }
        }
        return null;
    }
}
