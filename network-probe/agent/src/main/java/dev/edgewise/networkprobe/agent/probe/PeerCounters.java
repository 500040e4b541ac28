package dev.edgewise.networkprobe.agent.probe;

import dev.edgewise.networkprobe.protocol.PeerResult;
import dev.edgewise.networkprobe.protocol.Transport;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Counts the outcomes of a round's echoes to one peer. */
final class PeerCounters {
    final Peer peer;
    final Transport via;
    /** Whether the next echo tries, beside the round, if UDP reaches the peer again. */
    private boolean trial;

    private final List<Long> rttMicros = new ArrayList<>();
    /** The times that may contain a lost SYN. */
    private final List<Long> slowMicros = new ArrayList<>();

    private int sent;
    private int discarded;
    private int untimed;

    PeerCounters(Peer peer, Transport via, boolean trial) {
        this.peer = peer;
        this.via = via;
        this.trial = trial;
    }

    /** Whether this echo is the trial; otherwise it counts as sent. */
    boolean takeTrial() {
        boolean first = trial;
        trial = false;
        if (!first) {
            sent++;
        }
        return first;
    }

    /** @param mayBeRepeated whether the time may be that of a second attempt */
    void answered(long micros, boolean mayBeRepeated) {
        (mayBeRepeated ? slowMicros : rttMicros).add(micros);
    }

    /** Counts an echo of unknown outcome. */
    void discarded() {
        discarded++;
    }

    /** An answer whose time is not known: the echo was not lost. */
    void answeredUntimed() {
        discarded++;
        untimed++;
    }

    /**
     * Returns the result; null if nothing was sent. Where some connections were fast, the first attempt of each slow
     * one was lost; where all were slow, the path is slow; a single slow one may be either.
     */
    @Nullable
    PeerResult result() {
        if (sent == 0) {
            return null;
        }
        boolean onlySlow = rttMicros.isEmpty();
        int doubtful = onlySlow && slowMicros.size() == 1 ? 1 : 0;
        List<Long> times = onlySlow && doubtful == 0 ? slowMicros : rttMicros;
        long[] micros = times.stream().mapToLong(Long::longValue).toArray();
        return new PeerResult(peer.node(), via, sent, discarded + doubtful, untimed + doubtful, micros);
    }
}
