package dev.edgewise.networkprobe.sources;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Pairs that changed since the last call of {@link #drain}. Confined to its owner's lock. */
public final class ChangedPairs {
    private Map<String, Set<String>> receivers = new HashMap<>();

    public void add(String from, String to) {
        receivers.computeIfAbsent(from, name -> new HashSet<>()).add(to);
    }

    /** Receivers by sender. */
    public Map<String, Set<String>> drain() {
        Map<String, Set<String>> drained = receivers;
        receivers = new HashMap<>();
        return drained;
    }
}
