package dev.edgewise.sandbox.evaluate.rewards;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Random;

/**
 * Health of nodes over time: a tenth is bad at any time. Every {@value #DRIFT_SECONDS} s the one that has been bad for
 * longest heals and another becomes bad. On a bad node, pods fail after 10 to 60 s on average, each node with its own
 * mean.
 */
final class NodeHealthModel {
    static final int DRIFT_SECONDS = 720;

    private final double[] meanSeconds;
    private final Deque<Integer> bad = new ArrayDeque<>();
    private final Random random;

    NodeHealthModel(int nodes, long seed) {
        this.meanSeconds = new double[nodes];
        this.random = new Random(seed * 31 + 5);
        for (int i = 0; i < Math.max(1, nodes / 10); i++) {
            spoil();
        }
    }

    /** Heals one node, which is returned, and makes another one bad. */
    int drift() {
        int healed = bad.removeFirst();
        spoil();
        meanSeconds[healed] = 0;
        return healed;
    }

    private void spoil() {
        int node;
        do {
            node = random.nextInt(meanSeconds.length);
        } while (meanSeconds[node] > 0);
        meanSeconds[node] = 10 + 50 * random.nextDouble();
        bad.addLast(node);
    }

    boolean isBad(int node) {
        return meanSeconds[node] > 0;
    }

    /** Mean life of pods there, in s; 0 where the node is good. */
    double meanSeconds(int node) {
        return meanSeconds[node];
    }

    int latest() {
        return bad.getLast();
    }
}
