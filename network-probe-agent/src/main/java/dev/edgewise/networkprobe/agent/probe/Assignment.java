package dev.edgewise.networkprobe.agent.probe;

import java.time.Duration;
import java.util.List;

/**
 * What the coordinator wants measured.
 *
 * @param round how long a round takes, 100 ms to 1 h
 * @param echoes to each peer in a round, 1..100
 * @param roundsPerReport how many rounds are reported together, 1..60
 * @param peers whom, at most {@value #MOST_PEERS}
 */
public record Assignment(Duration round, int echoes, int roundsPerReport, List<Peer> peers) {
    /** The most peers a report has room for. */
    public static final int MOST_PEERS = 256;

    private static final int MOST_ECHOES = 100;
    private static final int MOST_ROUNDS = 60;
    private static final Duration SHORTEST = Duration.ofMillis(100);
    private static final Duration LONGEST = Duration.ofHours(1);

    public Assignment {
        peers = List.copyOf(peers);
        if (round.compareTo(SHORTEST) < 0 || round.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException("round is " + round.toMillis() + " ms: allowed are 100 to 3600000");
        }
        if (echoes < 1 || echoes > MOST_ECHOES) {
            throw new IllegalArgumentException("echoes is " + echoes + ": allowed are 1 to 100");
        }
        if (roundsPerReport < 1 || roundsPerReport > MOST_ROUNDS) {
            throw new IllegalArgumentException("roundsPerReport is " + roundsPerReport + ": allowed are 1 to 60");
        }
        if (peers.size() > MOST_PEERS) {
            throw new IllegalArgumentException("there are " + peers.size() + " peers: at most 256 are allowed");
        }
    }
}
