package dev.edgewise.networkprobe.peers;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;

/** One node as the planner sees it: its peers now, what it may still start in this window, how it is placed. */
final class PlannerNode {
    final int node;
    /** ln(1 + ms) to each landmark, NaN if not measured. */
    final double[] profile = new double[Landmarks.COUNT];

    /** Number of steps in which each landmark was requested, and the round of the first time. */
    final int[] landmarkTries = new int[Landmarks.COUNT];

    final long[] landmarkSince = new long[Landmarks.COUNT];
    /** Number of candidates for a site mate that were tried. */
    int mateTries;
    /** Whether it shared its site with another node when last looked at. */
    boolean hadMates;
    /** Probes that may still be started in this window, and how many of them for landmarks. */
    int left;

    int landmarksLeft;

    private final Deque<Integer> peers = new ArrayDeque<>();

    PlannerNode(int node, int budget) {
        this.node = node;
        Arrays.fill(profile, Double.NaN);
        refill(budget);
    }

    /**
     * Begins a window. Landmarks get half: where few nodes reach others, one after the other proves to be unreachable.
     */
    void refill(int budget) {
        left = budget;
        landmarksLeft = Math.max(Landmarks.COUNT, budget / 2);
    }

    /** Whether it measured a landmark. */
    boolean knows(int index) {
        return !Double.isNaN(profile[index]);
    }

    /** The peers, the oldest first. */
    Deque<Integer> peers() {
        return peers;
    }

    /** Starts to measure a peer; the one that it measured for longest makes room. */
    void probe(int peer, int most) {
        peers.remove(peer);
        peers.addLast(peer);
        if (peers.size() > most) {
            peers.removeFirst();
        }
    }
}
