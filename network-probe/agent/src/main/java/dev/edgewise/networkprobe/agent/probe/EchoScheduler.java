package dev.edgewise.networkprobe.agent.probe;

import dev.edgewise.networkprobe.agent.loop.CpuStalls;
import dev.edgewise.networkprobe.protocol.Transport;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The measurement without its sockets: decides when each echo is due, takes its outcome, and hands on each round that
 * is over. All times are monotonic, in ns.
 */
final class EchoScheduler {
    private static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long SHORTEST_TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(5);
    private static final long LONGEST_TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
    private static final int TICKS_OF_AN_AGE = 8;
    /** A responder has a request for some ten µs; a longer pause of its process counts as a part of the round trip. */
    private static final long MOST_HELD_NANOS = TimeUnit.MICROSECONDS.toNanos(500);

    private final ProbeTimeouts timing;
    private final CpuStalls processStalls;
    private final Consumer<RoundResult> listener;
    private final PeerTransportSelector routes = new PeerTransportSelector();
    private final PendingEchoes inFlight = new PendingEchoes();
    private final RoundSelector rounds;
    private final ProberStallDetector watch;
    private long sequence;
    private RoundResult unreported = RoundResult.EMPTY;
    private int stalls;
    private boolean late;

    EchoScheduler(
            ProbeTimeouts timing,
            Random random,
            CpuStalls processStalls,
            long nowNanos,
            Consumer<RoundResult> listener) {
        this.timing = timing;
        this.processStalls = processStalls;
        this.listener = listener;
        this.rounds = new RoundSelector(routes, random);
        this.watch = new ProberStallDetector(timing.stall().toNanos(), nowNanos);
    }

    void assign(PeerAssignment assignment) {
        rounds.assign(assignment);
    }

    /** @param echoes to each; 0: as many as in a round */
    void probeNow(List<Peer> peers, int echoes, long nowNanos) {
        rounds.beginAtOnce(peers, echoes, nowNanos);
    }

    /** The echo that is due, and sent now; null if there is none. */
    @Nullable
    PendingEcho next(long nowNanos) {
        ProbeRound round = rounds.due(nowNanos);
        if (round == null) {
            return null;
        }
        PeerCounters tally = round.send(nowNanos, timing.stall().toNanos());
        boolean trial = tally.takeTrial();
        Transport via = trial ? Transport.UDP : tally.via;
        PendingEcho echo =
                new PendingEcho(sequence++, round, tally, via, trial, nowNanos, nowNanos + timing.timeoutNanos());
        inFlight.add(echo);
        return echo;
    }

    /** The echo that a reply of this source and number answers; null if none waits for it. */
    @Nullable
    PendingEcho awaited(InetSocketAddress source, long sequence) {
        return inFlight.find(echo -> echo.sequence() == sequence
                && echo.via() == Transport.UDP
                && echo.address().equals(source));
    }

    /** Whether an answer would still count. */
    boolean awaits(PendingEcho echo) {
        return inFlight.has(echo);
    }

    /**
     * Notes that the echo was handed to the kernel; if the thread was late meanwhile, its time of departure is unknown.
     */
    void sent(PendingEcho echo, long nowNanos) {
        if (nowNanos - echo.sentNanos() > timing.stall().toNanos()) {
            stalls++;
            discard(echo);
        }
    }

    /**
     * A reply. Its time is not known, and it only shows that the echo was not lost, if the responder lacked processor
     * time, or says that it held the request longer than a responder does or than the whole round trip took. No
     * responder can look nearer than it is by more than half a millisecond, or by more than half of the round trip:
     * that is the most that is subtracted.
     *
     * @param tookNanos from sending the request to reading the reply
     * @param heldNanos how long the responder says that it had the request
     * @param responderLate whether the responder says that it lacked processor time
     */
    void replied(PendingEcho echo, long tookNanos, long heldNanos, boolean responderLate) {
        if (responderLate || heldNanos > timing.stall().toNanos() || heldNanos >= tookNanos) {
            answeredUntimed(echo);
            routes.reachedByUdp(echo.peer());
        } else {
            answered(echo, tookNanos - Math.min(heldNanos, Math.min(MOST_HELD_NANOS, tookNanos / 2)));
        }
    }

    /** An answer, after this time on the network; read too late, it only shows that the echo was not lost. */
    void answered(PendingEcho echo, long rttNanos) {
        if (late) {
            answeredUntimed(echo);
        } else if (settle(echo) && !echo.trial()) {
            long micros = TimeUnit.NANOSECONDS.toMicros(rttNanos + 500);
            echo.tally().answered(Math.max(1, micros), ProbeTimeouts.mayBeRepeated(echo.via(), rttNanos));
        }
        if (echo.via() == Transport.UDP) {
            routes.reachedByUdp(echo.peer());
        }
    }

    private void discard(PendingEcho echo) {
        if (settle(echo) && !echo.trial()) {
            echo.tally().discarded();
        }
    }

    private void answeredUntimed(PendingEcho echo) {
        if (settle(echo) && !echo.trial()) {
            echo.tally().answeredUntimed();
        }
    }

    void lost(PendingEcho echo) {
        settle(echo);
    }

    private boolean settle(PendingEcho echo) {
        boolean waited = inFlight.remove(echo);
        if (waited) {
            echo.round().settled();
        }
        return waited;
    }

    /**
     * Notes that the thread is awake. If it was late, the waiting answers came at an unknown time, so their times are
     * discarded, as are echoes whose deadline passed meanwhile: no thread was there to take their answers. All others
     * stay: discarding them too would forget the echoes that will be lost, which are in flight the longest, and with
     * them the loss.
     */
    void awake(long nowNanos) {
        if (!watch.late(nowNanos)) {
            return;
        }
        late = true;
        processStalls.seen(nowNanos);
        if (!inFlight.isEmpty()) {
            stalls++;
            inFlight.overdue(nowNanos).forEach(this::discard);
        }
    }

    /** Whether the thread was late, and answers may be waiting that were not read in time. */
    boolean late() {
        return late;
    }

    /** The thread means to be awake again by then. */
    void sleepUntil(long nanos) {
        watch.expect(nanos);
    }

    /** All answers that were waiting have been read: the next ones are in time again. */
    void allRead() {
        late = false;
    }

    /** Gives up overdue echoes, and hands on the rounds that are over. */
    void settle(long nowNanos) {
        inFlight.overdue(nowNanos).forEach(this::lost);
        for (ProbeRound round = rounds.takeComplete(nowNanos); round != null; round = rounds.takeComplete(nowNanos)) {
            handOn(round);
        }
    }

    /** Hands on a round. One without news waits for the next one with news: a report costs more than its content. */
    private void handOn(ProbeRound round) {
        boolean news = round.isNews();
        boolean atOnce = news && round.kind() != ProbeRound.Kind.REGULAR;
        RoundResult own = new RoundResult(stalls, round.results(), atOnce);
        RoundResult result = unreported.and(own);
        stalls = 0;
        if (result.isTooLarge()) {
            listener.accept(unreported);
            result = own;
        }
        if (news) {
            unreported = RoundResult.EMPTY;
            listener.accept(result);
        } else {
            unreported = result;
        }
    }

    /**
     * Time in which there is nothing to do but to wait for answers. While one may come, the thread wakes after an
     * eighth of the time that it already took, 5 ms at least, 50 ms at most: so a stall is noticed before it affects
     * results.
     */
    long idleNanos(long nowNanos) {
        long idle = inFlight.untilDeadline(nowNanos, rounds.untilDue(nowNanos, IDLE_NANOS));
        return inFlight.isEmpty() ? idle : Math.min(idle, tick(inFlight.youngestAge(nowNanos)));
    }

    private static long tick(long ageNanos) {
        return Math.max(SHORTEST_TICK_NANOS, Math.min(LONGEST_TICK_NANOS, ageNanos / TICKS_OF_AN_AGE));
    }
}
