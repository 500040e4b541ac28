package dev.edgewise.networkprobe.peers;

import dev.edgewise.common.Require;
import java.time.Duration;
import java.util.List;

/**
 * The peers that nodes measure.
 *
 * @param fullMeshUpTo number of nodes up to which every node measures every other, ≥ 0
 * @param peers how many others each node measures in a larger cluster, and how many new ones it gets per window; ≥ 1
 * @param window the time in which each node is given {@code peers} new peers; positive. The first is quicker: as quick as reports
 *     come in.
 * @param limits the delay limits in use, in ms, positive; pairs near one are measured first
 */
public record PeerSettings(int fullMeshUpTo, int peers, Duration window, List<Double> limits) {
    public static final PeerSettings DEFAULTS =
            new PeerSettings(48, 16, Duration.ofMinutes(10), List.of(20.0, 40.0, 80.0));

    public PeerSettings {
        limits = List.copyOf(limits);
        Require.that(fullMeshUpTo >= 0, "full mesh", fullMeshUpTo, "0 nodes or more");
        Require.that(peers >= 1, "peers", peers, "1 or more");
        Require.that(!window.isNegative() && !window.isZero(), "window", window, "positive");
        Require.that(!limits.isEmpty(), "limits", limits, "at least one delay in ms");
        limits.forEach(limit -> Require.that(limit > 0 && limit < 1e6, "limit", limit, "a delay in ms, positive"));
    }
}
