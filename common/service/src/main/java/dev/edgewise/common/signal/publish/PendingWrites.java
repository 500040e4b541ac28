package dev.edgewise.common.signal.publish;

import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Writes that wait for the store: whole rows, and single pairs of others. Safe for many threads. */
final class PendingWrites {
    private final Set<String> whole = new TreeSet<>();
    private final Map<String, Set<String>> pairs = new TreeMap<>();

    synchronized void addRows(Collection<String> rows) {
        whole.addAll(rows);
        pairs.keySet().removeAll(rows);
    }

    /** @param receivers by sender */
    synchronized void addPairs(Map<String, Set<String>> receivers) {
        receivers.forEach((from, to) -> {
            if (!whole.contains(from)) {
                pairs.computeIfAbsent(from, row -> new HashSet<>()).addAll(to);
            }
        });
    }

    synchronized int size() {
        return whole.size() + pairs.size();
    }

    synchronized Set<String> takeRows() {
        Set<String> taken = Set.copyOf(whole);
        whole.clear();
        return taken;
    }

    synchronized Map<String, Set<String>> takePairs() {
        Map<String, Set<String>> taken = new TreeMap<>(pairs);
        pairs.clear();
        return taken;
    }
}
