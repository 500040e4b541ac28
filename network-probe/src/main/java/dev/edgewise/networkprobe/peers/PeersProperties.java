package dev.edgewise.networkprobe.peers;

import dev.edgewise.common.Require;
import java.time.Duration;
import java.util.List;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of the peers that nodes measure.
 *
 * @param fullMeshUpTo cluster size up to which every node measures every other [0 to 250 nodes]
 * @param perNode peers of each node in a larger cluster [1 to 250]
 * @param window time in which each node gets new peers [1s to 30d]
 * @param limits delay limits in use; pairs near one are measured first [ms]
 */
@ConfigurationProperties("edgewise.network-probe.peers")
public record PeersProperties(
        @DefaultValue("48") int fullMeshUpTo,
        @DefaultValue("16") int perNode,
        @DefaultValue("10m") Duration window,
        @DefaultValue({"20", "40", "80"}) List<Double> limits) {
    /** The defaults above, for simulations, which have no Spring; a test compares them. */
    public static final PeersProperties DEFAULTS =
            new PeersProperties(48, 16, Duration.ofMinutes(10), List.of(20.0, 40.0, 80.0));

    private static final String PREFIX = "edgewise.network-probe.peers.";
    /** Peers of a node: a report holds no more, and some room is left for direct probes. */
    static final int MOST = 250;

    public PeersProperties {
        limits = List.copyOf(limits);
        Require.within(PREFIX + "full-mesh-up-to", fullMeshUpTo, 0, MOST);
        Require.within(PREFIX + "per-node", perNode, 1, MOST);
        Require.within(PREFIX + "window", window, Duration.ofSeconds(1), Duration.ofDays(30));
        Require.that(!limits.isEmpty(), PREFIX + "limits", limits, "at least one delay in ms");
        limits.forEach(
                limit -> Require.that(limit > 0 && limit < 1e6, PREFIX + "limits", limit, "a delay in ms, positive"));
    }
}
