package dev.edgewise.networkprobe.agent.probe;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * Times within a round at which each peer gets an echo: never two at once, and never in a rhythm that something else in
 * the network could have too (RFC 2330, 11.1, warns of periodic sampling; the jitter is that of its 11.1.2, a random
 * place in each even slot).
 *
 * @param sends by time
 */
record EchoTimetable(List<Send> sends) {
    private static final long SHORTEST_SLOT_NANOS = 1_000_000;
    /** The last fifth of a slot stays empty, so that echoes of neighbouring slots are apart. */
    private static final double USED_OF_A_SLOT = 0.8;

    /** @param peer its place in the round's list */
    record Send(long atNanos, int peer) {}

    EchoTimetable {
        sends = List.copyOf(sends);
    }

    /**
     * Spreads echoes over a round; each peer gets one before any gets the next. A round with more echoes than
     * milliseconds takes as many milliseconds as it has echoes.
     */
    static EchoTimetable spread(int peers, int echoes, long roundNanos, Random random) {
        int count = peers * echoes;
        long slot = Math.max(SHORTEST_SLOT_NANOS, count == 0 ? 0 : roundNanos / count);
        List<Integer> order = new ArrayList<>(peers);
        for (int peer = 0; peer < peers; peer++) {
            order.add(peer);
        }
        List<Send> sends = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            if (i % peers == 0) {
                Collections.shuffle(order, random);
            }
            long jitter = (long) (random.nextDouble() * USED_OF_A_SLOT * slot);
            sends.add(new Send(i * slot + jitter, order.get(i % peers)));
        }
        return new EchoTimetable(sends);
    }

    /** Sends at once, one after the other, a fixed time apart. */
    static EchoTimetable atOnce(int peers, int echoes, long apartNanos) {
        List<Send> sends = new ArrayList<>(peers * echoes);
        for (int i = 0; i < peers * echoes; i++) {
            sends.add(new Send(i * apartNanos, i % peers));
        }
        return new EchoTimetable(sends);
    }
}
