package dev.edgewise.networkprobe.goldpinger;

import dev.edgewise.networkprobe.protocol.PeerResult;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Turns one document into results by node, with their direction. Goldpinger counts whole ms and cuts off the rest: 0 is
 * taken for half a ms, as nothing is nothing.
 */
final class GoldpingerResults implements CheckAllListener {
    private static final long LONGEST_MILLIS = 60_000;
    private static final long BELOW_ONE_MICROS = 500;

    private final Map<String, String> nodes;
    private final Map<String, Map<String, PeerResult>> results = new HashMap<>();
    private final Set<String> failed = new HashSet<>();
    private final Set<String> unknown = new HashSet<>();

    /** @param nodes node by pod */
    GoldpingerResults(Map<String, String> nodes) {
        this.nodes = nodes;
    }

    @Override
    public void ping(String from, String to, boolean ok, long millis) {
        String sender = nodes.get(from);
        String receiver = nodes.get(to);
        if (sender == null || receiver == null) {
            unknown.add(sender == null ? from : to);
        } else if (!sender.equals(receiver) && millis <= LONGEST_MILLIS) {
            PeerResult probes = ok
                    ? new PeerResult(receiver, 1, millis == 0 ? BELOW_ONE_MICROS : millis * 1_000)
                    : new PeerResult(receiver, 1);
            results.computeIfAbsent(sender, node -> new HashMap<>()).put(receiver, probes);
        }
    }

    @Override
    public void failed(String from) {
        failed.add(from);
    }

    Map<String, Map<String, PeerResult>> results() {
        return results;
    }

    Set<String> failed() {
        return failed;
    }

    Set<String> unknown() {
        return unknown;
    }
}
