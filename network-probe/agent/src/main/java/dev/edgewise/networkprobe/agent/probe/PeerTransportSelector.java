package dev.edgewise.networkprobe.agent.probe;

import dev.edgewise.networkprobe.protocol.PeerResult;
import dev.edgewise.networkprobe.protocol.Transport;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The transport by which each peer is measured: UDP; or TCP after {@value #LOST_ROUNDS} consecutive rounds without any
 * answer, or after the first one if UDP never brought an answer or a caller waits; for as long as TCP is answered. The
 * round that turns to TCP is repeated by it at once, for this peer: a peer behind a firewall that blocks UDP does not
 * count as silent. Every {@value #TRIAL_ROUNDS}th of those rounds one echo tries UDP again.
 */
final class PeerTransportSelector {
    private static final int LOST_ROUNDS = 3;
    private static final int TRIAL_ROUNDS = 10;

    private final Map<Peer, Route> routes = new HashMap<>();

    private static final class Route {
        Transport via = Transport.UDP;
        int rounds;
        /** Whether UDP brought an answer since it is the way. */
        boolean reached;
    }

    PeerCounters begin(Peer peer) {
        Route route = route(peer);
        return new PeerCounters(
                peer, route.via, route.via == Transport.TCP && route.rounds % TRIAL_ROUNDS == TRIAL_ROUNDS - 1);
    }

    /**
     * Learns from a round with a peer that is over. One of whose echoes nothing is known teaches nothing.
     *
     * @param awaited whether a caller waits for its result
     * @return whether it is to be repeated, by TCP
     */
    boolean learn(Peer peer, PeerResult result, boolean awaited) {
        Route route = route(peer);
        boolean answered = result.isAnswered();
        if (!answered && result.lost() == 0) {
            return false;
        }
        if (result.via() == Transport.UDP) {
            return !answered && turnsToTcp(route, awaited);
        }
        if (route.via == Transport.TCP && answered) {
            route.rounds++;
        } else if (route.via == Transport.TCP) {
            set(route, Transport.UDP);
        }
        return false;
    }

    /**
     * Whether TCP is the way after one more round without an answer by UDP; a round that ran beside this one may have
     * turned it.
     */
    private static boolean turnsToTcp(Route route, boolean awaited) {
        if (route.via == Transport.UDP) {
            route.rounds++;
            if (awaited || !route.reached || route.rounds >= LOST_ROUNDS) {
                set(route, Transport.TCP);
            }
        }
        return route.via == Transport.TCP;
    }

    /** An answer came by UDP, be its time known or not. */
    void reachedByUdp(Peer peer) {
        Route route = route(peer);
        set(route, Transport.UDP);
        route.reached = true;
    }

    /** The only echo of a round tried UDP: the next round measures. */
    void onlyTried(Peer peer) {
        Route route = route(peer);
        if (route.via == Transport.TCP) {
            route.rounds++;
        }
    }

    void keep(List<Peer> peers) {
        routes.keySet().retainAll(Set.copyOf(peers));
    }

    private Route route(Peer peer) {
        return routes.computeIfAbsent(peer, unknown -> new Route());
    }

    private static void set(Route route, Transport via) {
        route.via = via;
        route.rounds = 0;
        route.reached = false;
    }
}
