package dev.edgewise.sandbox.cluster.controller;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/**
 * Detects silent nodes. As in the real controller, the age of a lease is counted on our own clock from when a new
 * renewal was seen, so that clocks need not agree. Pure but for its memory.
 */
final class SilentNodeDetector {
    private record Seen(String renewal, Instant at) {}

    private final Map<String, Seen> seen = new HashMap<>();
    private final Duration grace;

    SilentNodeDetector(Duration grace) {
        this.grace = grace;
    }

    /** Whether the node has renewed within the grace period, given what its lease says now. */
    boolean alive(String node, String renewal, Instant now) {
        Seen last = seen.get(node);
        if (last == null || !last.renewal().equals(renewal)) {
            seen.put(node, new Seen(renewal, now));
            return true;
        }
        return now.isBefore(last.at().plus(grace));
    }

    void forget(String node) {
        seen.remove(node);
    }
}
