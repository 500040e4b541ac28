package dev.edgewise.networkprobe.agent.probe;

import dev.edgewise.networkprobe.agent.echo.EchoTarget;
import java.net.InetSocketAddress;

/**
 * A node to measure, and where its agent listens, resolved.
 *
 * @param target the node, for signatures: hashed once, before the time that is measured
 */
public record Peer(String node, InetSocketAddress address, EchoTarget target) {
    public Peer {
        if (node.isBlank() || address.isUnresolved() || address.getPort() == 0) {
            throw new IllegalArgumentException(
                    "peer is \"" + node + "\" at " + address + ": a name, an IP address and a port are needed");
        }
    }

    public Peer(String node, InetSocketAddress address) {
        this(node, address, EchoTarget.of(node));
    }
}
