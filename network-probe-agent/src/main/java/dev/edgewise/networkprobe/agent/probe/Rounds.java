package dev.edgewise.networkprobe.agent.probe;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** Which round has an echo to send: the regular ones, one after the other, and those asked for at once, which go first. */
final class Rounds {
    private static final long APART_AT_ONCE_NANOS = 20_000_000;
    private static final long LEAST_APART_NANOS = 2_000_000;
    /** In which time the echoes of such a round are sent, if they need not be closer than that: regular rounds wait meanwhile. */
    private static final long AT_ONCE_NANOS = 3_000_000_000L;

    private final Routes routes;
    private final Random random;
    private final Deque<Round> atOnce = new ArrayDeque<>();
    private final List<Round> begun = new ArrayList<>();
    private @Nullable Assignment assignment;
    private @Nullable Round regular;

    Rounds(Routes routes, Random random) {
        this.routes = routes;
        this.random = random;
    }

    /** From the next round on. */
    void assign(Assignment next) {
        assignment = next;
    }

    /**
     * Begins a round of its own, now.
     *
     * @param echoes to each peer; 0: as many as in a regular round
     */
    void beginAtOnce(List<Peer> peers, int echoes, long nowNanos) {
        int each = echoes > 0 ? echoes : assignment == null ? 1 : assignment.echoes();
        atOnce.add(begin(peers, planAtOnce(peers.size(), each), true, nowNanos));
    }

    private static RoundPlan planAtOnce(int peers, int each) {
        long apart = AT_ONCE_NANOS / Math.max(1, peers * each);
        apart = Math.max(LEAST_APART_NANOS, Math.min(APART_AT_ONCE_NANOS, apart));
        return RoundPlan.atOnce(peers, each, apart);
    }

    /** A round whose next echo is due; null if none is. */
    @Nullable
    Round due(long nowNanos) {
        Round next = next(nowNanos);
        return next != null && next.dueNanos() - nowNanos <= 0 ? next : null;
    }

    /** How long until an echo is due; the given time if that is shorter. */
    long untilDue(long nowNanos, long atMost) {
        Round next = next(nowNanos);
        long due = next != null ? next.dueNanos() - nowNanos : atMost;
        if (regular != null && regular.allSent() && assignment != null) {
            due = Math.min(due, regularEnd(regular, assignment) - nowNanos);
        }
        return Math.min(due, atMost);
    }

    private @Nullable Round next(long nowNanos) {
        while (!atOnce.isEmpty() && atOnce.getFirst().allSent()) {
            atOnce.removeFirst();
        }
        if (!atOnce.isEmpty()) {
            return atOnce.getFirst();
        }
        Assignment current = assignment;
        if (current != null && (regular == null || regular.allSent() && regularEnd(regular, current) - nowNanos <= 0)) {
            regular = beginRegular(current, nowNanos);
        }
        return regular == null || regular.allSent() ? null : regular;
    }

    private Round beginRegular(Assignment current, long nowNanos) {
        routes.keep(current.peers());
        int peers = current.peers().size();
        RoundPlan plan =
                RoundPlan.spread(peers, current.echoes(), current.round().toNanos(), random);
        return begin(current.peers(), plan, false, nowNanos);
    }

    private static long regularEnd(Round round, Assignment current) {
        return round.startNanos() + current.round().toNanos();
    }

    private Round begin(List<Peer> peers, RoundPlan plan, boolean awaited, long startNanos) {
        Round round = new Round(plan, peers.stream().map(routes::begin).toList(), awaited, startNanos);
        begun.add(round);
        return round;
    }

    /** Takes a round that is over; null if there is none. One that turned to TCP for some of its peers is over when that is. */
    @Nullable
    Round takeComplete(long nowNanos) {
        for (Round round = removeComplete(); round != null; round = removeComplete()) {
            List<Peer> again = round.close(routes);
            if (again.isEmpty()) {
                return round;
            }
            Round rest = begin(again, planAtOnce(again.size(), round.echoes()), round.awaited(), nowNanos);
            rest.takeOver(round);
            atOnce.add(rest);
        }
        return null;
    }

    private @Nullable Round removeComplete() {
        for (int i = 0; i < begun.size(); i++) {
            if (begun.get(i).complete()) {
                return begun.remove(i);
            }
        }
        return null;
    }
}
