package dev.edgewise.networkprobe.peers;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;

/** One node as the planner sees it: its peers now, what it may still start in this window, how it is placed. */
final class Prober {
    final int node;
    /** ln(1 + ms) to each landmark, NaN if not measured. */
    final double[] profile = new double[Landmarks.COUNT];

    final int[] landmarkTries = new int[Landmarks.COUNT];
    /** How many candidates for a site mate were tried. */
    int mateTries;
    /** Whether it shared its site with another node when last looked at. */
    boolean hadMates;
    /** Probes that may still be started in this window. */
    int left;

    private final Deque<Integer> peers = new ArrayDeque<>();

    Prober(int node, int budget) {
        this.node = node;
        this.left = budget;
        Arrays.fill(profile, Double.NaN);
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
