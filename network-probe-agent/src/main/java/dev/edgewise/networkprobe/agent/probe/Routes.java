package dev.edgewise.networkprobe.agent.probe;

import dev.edgewise.networkprobe.protocol.PeerResult;
import dev.edgewise.networkprobe.protocol.Transport;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * By which way each peer is measured: by UDP; after {@value #LOST_ROUNDS} rounds running without any answer by TCP, for as long as
 * that is answered. Every {@value #TRIAL_ROUNDS}th of those rounds one echo tries UDP again.
 */
final class Routes {
    private static final int LOST_ROUNDS = 3;
    private static final int TRIAL_ROUNDS = 10;

    private final Map<Peer, Route> routes = new HashMap<>();

    private static final class Route {
        Transport via = Transport.UDP;
        int rounds;
    }

    PeerTally begin(Peer peer) {
        Route route = route(peer);
        return new PeerTally(
                peer, route.via, route.via == Transport.TCP && route.rounds % TRIAL_ROUNDS == TRIAL_ROUNDS - 1);
    }

    /** Learns from a round with a peer that is over. One whose echoes were all discarded teaches nothing. */
    void learn(Peer peer, PeerResult result) {
        Route route = route(peer);
        boolean answered = result.answered() > 0;
        if (result.via() != route.via || !answered && result.lost() == 0) {
            return;
        }
        if (route.via == Transport.UDP) {
            route.rounds = answered ? 0 : route.rounds + 1;
            if (route.rounds >= LOST_ROUNDS) {
                set(route, Transport.TCP);
            }
        } else if (answered) {
            route.rounds++;
        } else {
            set(route, Transport.UDP);
        }
    }

    void reachedByUdp(Peer peer) {
        Route route = route(peer);
        if (route.via == Transport.TCP) {
            set(route, Transport.UDP);
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
    }
}
