package dev.edgewise.networkprobe.coordinator;

import dev.edgewise.networkprobe.peers.PeerSettings;
import java.time.Duration;
import java.util.List;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The peers that agents measure.
 *
 * @param fullMeshUpTo number of nodes up to which each measures every other, ≥ 0
 * @param perNode how many others each measures in a larger cluster, 1..250
 * @param window in which each is given so many new ones; positive
 * @param limits the delay limits in use, in ms; pairs near one are measured first
 */
@ConfigurationProperties("edgewise.network-probe.peers")
public record PeersProperties(
        @DefaultValue("48") int fullMeshUpTo,
        @DefaultValue("16") int perNode,
        @DefaultValue("10m") Duration window,
        @DefaultValue({"20", "40", "80"}) List<Double> limits) {
    private static final String PREFIX = "edgewise.network-probe.peers.";
    /** A report holds no more, and some room is left for direct probes. */
    private static final int MOST = 250;

    public PeersProperties {
        limits = List.copyOf(limits);
        if (fullMeshUpTo > MOST || perNode > MOST) {
            String field = fullMeshUpTo > MOST ? "full-mesh-up-to" : "per-node";
            throw new IllegalArgumentException(
                    PREFIX + field + " is " + Math.max(fullMeshUpTo, perNode) + ": it must be at most " + MOST);
        }
        try {
            new PeerSettings(fullMeshUpTo, perNode, window, limits);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(PREFIX + e.getMessage(), e);
        }
    }

    PeerSettings settings() {
        return new PeerSettings(fullMeshUpTo, perNode, window, limits);
    }
}
