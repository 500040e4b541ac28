package dev.edgewise.networkprobe.agent.probe;

import dev.edgewise.networkprobe.protocol.PeerResult;
import dev.edgewise.networkprobe.protocol.Transport;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/** Counts what becomes of a round's echoes to one peer. */
final class PeerTally {
    final Peer peer;
    final Transport via;
    /** Whether the next echo tries, beside the round, if UDP reaches the peer again. */
    private boolean trial;

    private final LongStream.Builder rttMicros = LongStream.builder();
    private int sent;
    private int discarded;
    private int untimed;

    PeerTally(Peer peer, Transport via, boolean trial) {
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

    void answered(long micros) {
        rttMicros.add(micros);
    }

    /** Nothing is known of an echo. */
    void discarded() {
        discarded++;
    }

    /** An answer whose time is not known: the echo was not lost. */
    void answeredUntimed() {
        discarded++;
        untimed++;
    }

    /** Null if nothing was sent. */
    @Nullable
    PeerResult result() {
        return sent == 0
                ? null
                : new PeerResult(
                        peer.node(),
                        via,
                        sent,
                        discarded,
                        untimed,
                        rttMicros.build().toArray());
    }
}
