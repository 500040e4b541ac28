package dev.edgewise.networkprobe.coordinator;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Pairs that each node measures: its peers of the plan, and single pairs that were requested. Confined to its owner's
 * lock.
 */
final class PeerAssignments {
    /**
     * Number of rounds for which a replaced list still explains an agent's reports: it may hear of the new one a report
     * later, and report what it measured until then another one later.
     */
    private static final int GRACE_ROUNDS = 6 + 2 * RoundsPerReport.MOST;

    /** @param before the peers of the list before this one */
    private record Peers(List<String> now, Set<String> set, Set<String> before, Instant since) {}

    private final Duration grace;
    /** End of the time in which agents may use lists of the previous process; null before the first plan. */
    private @Nullable Instant inherited;

    private final Map<String, Peers> plans = new HashMap<>();
    /** End of the time in which a node may report a requested pair, by node and peer. */
    private final Map<String, Map<String, Instant>> asked = new HashMap<>();

    private final Map<String, Set<String>> waiting = new HashMap<>();
    /** The most echoes asked for any waiting pair of a node. */
    private final Map<String, Integer> echoes = new HashMap<>();

    PeerAssignments(Duration round) {
        this.grace = round.multipliedBy(GRACE_ROUNDS);
    }

    void plan(Map<String, List<String>> lists, Instant now) {
        if (inherited == null) {
            inherited = now.plus(grace);
        }
        plans.keySet().retainAll(lists.keySet());
        lists.forEach((node, list) -> {
            Peers before = plans.get(node);
            if (before == null || !before.now.equals(list)) {
                Set<String> former = before == null ? Set.of() : before.set;
                plans.put(node, new Peers(List.copyOf(list), Set.copyOf(list), former, now));
            }
        });
        asked.values().forEach(pairs -> pairs.values().removeIf(until -> until.isBefore(now)));
        asked.values().removeIf(Map::isEmpty);
        waiting.keySet().removeIf(node -> !asked.containsKey(node));
        echoes.keySet().retainAll(waiting.keySet());
    }

    boolean isPlanned() {
        return inherited != null;
    }

    List<String> peers(String node) {
        Peers peers = plans.get(node);
        return peers == null ? List.of() : peers.now;
    }

    boolean mayReport(String node, String to, Instant now) {
        if (inherited == null || now.isBefore(inherited)) {
            return true;
        }
        Peers peers = plans.get(node);
        if (peers != null
                && (peers.set.contains(to) || peers.before.contains(to) && now.isBefore(peers.since.plus(grace)))) {
            return true;
        }
        Instant until = asked.getOrDefault(node, Map.of()).get(to);
        return until != null && !now.isAfter(until);
    }

    /**
     * Asks a node for a pair; asking again changes nothing while it waits.
     *
     * @param least how many echoes it needs; 0: as many as in a round
     */
    void ask(String node, String to, int least, Instant now) {
        echoes.merge(node, least, Math::max);
        asked.computeIfAbsent(node, from -> new HashMap<>()).put(to, now.plus(grace));
        waiting.computeIfAbsent(node, from -> new HashSet<>()).add(to);
    }

    /** Number of pairs that wait for the next report of a node. */
    int waiting(String node) {
        return waiting.getOrDefault(node, Set.of()).size();
    }

    /** Number of echoes of the waiting pairs of a node; 0: as many as in a round. */
    int takeEchoes(String node) {
        Integer most = echoes.remove(node);
        return most == null ? 0 : most;
    }

    /** The pairs that a node is asked for, once. */
    List<String> takeWaiting(String node) {
        Set<String> taken = waiting.remove(node);
        return taken == null ? List.of() : taken.stream().sorted().toList();
    }

    void remove(Set<String> nodes) {
        plans.keySet().removeAll(nodes);
        asked.keySet().removeAll(nodes);
        waiting.keySet().removeAll(nodes);
        echoes.keySet().removeAll(nodes);
    }
}
