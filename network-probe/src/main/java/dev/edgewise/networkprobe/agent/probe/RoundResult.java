package dev.edgewise.networkprobe.agent.probe;

import java.util.List;

/**
 * What a round learnt.
 *
 * @param stalls how often, since the last result, the agent itself was late while an answer could come
 * @param peers those that were sent an echo
 */
public record RoundResult(int stalls, List<PeerResult> peers) {
    public RoundResult {
        peers = List.copyOf(peers);
    }
}
