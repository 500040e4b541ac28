package dev.edgewise.networkprobe.agent.echo;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The signed requests that arrived, so that a replay of one is recognized. Memory is bounded: of each session the last
 * 64 numbers up to its newest request are known, and all before these count as seen; the session that was silent for
 * the longest is forgotten for another. Not thread-safe.
 */
final class ReplayFilter {
    /** Eight times the agents that measure one node at a time. */
    static final int MOST_SESSIONS = 8192;

    private final Map<Long, Window> windows = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, Window> eldest) {
            return size() > MOST_SESSIONS;
        }
    };

    /** Adds a request; returns whether it is known not to have arrived before. */
    boolean add(long session, long sequence) {
        Window window = windows.get(session);
        if (window == null) {
            windows.put(session, new Window(sequence));
            return true;
        }
        return window.add(sequence);
    }

    /** The anti-replay window of RFC 4303, 3.4.3. */
    private static final class Window {
        static final int SIZE = 64;

        private long highest;
        /** Bit i stands for the request that is i before the highest. */
        private long seen = 1;

        Window(long highest) {
            this.highest = highest;
        }

        boolean add(long sequence) {
            long behind = highest - sequence;
            if (behind >= SIZE || behind >= 0 && (seen >>> behind & 1) != 0) {
                return false;
            }
            if (behind < 0) {
                seen = behind <= -SIZE ? 0 : seen << -behind;
                highest = sequence;
            }
            seen |= 1L << highest - sequence;
            return true;
        }
    }
}
