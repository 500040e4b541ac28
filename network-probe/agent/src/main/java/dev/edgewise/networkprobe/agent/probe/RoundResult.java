package dev.edgewise.networkprobe.agent.probe;

import dev.edgewise.networkprobe.protocol.PeerResult;
import dev.edgewise.networkprobe.protocol.ProtocolLimits;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Result of one round, or of several.
 *
 * @param stalls how often, since the last result, the agent itself was late while an answer could come
 * @param peers those that were sent an echo, each once
 * @param awaited whether it is to be reported at once: it was asked for, or shows by TCP a peer that UDP did not reach
 */
public record RoundResult(int stalls, List<PeerResult> peers, boolean awaited) {
    static final RoundResult EMPTY = new RoundResult(0, List.of(), false);

    public RoundResult {
        peers = List.copyOf(peers);
    }

    /** Combines this result with a later one. */
    public RoundResult and(RoundResult later) {
        Map<String, PeerResult> all = new LinkedHashMap<>();
        peers.forEach(peer -> all.put(peer.to(), peer));
        later.peers.forEach(peer -> all.merge(peer.to(), peer, PeerResult::and));
        return new RoundResult(stalls + later.stalls, List.copyOf(all.values()), awaited || later.awaited);
    }

    /** Whether it is more than a report may say. */
    boolean isTooLarge() {
        return peers.size() > ProtocolLimits.MAX_PEERS
                || peers.stream().anyMatch(peer -> peer.sent() > ProtocolLimits.MAX_SENT);
    }
}
