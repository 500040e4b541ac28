package dev.edgewise.networkprobe.agent.probe;

import java.net.InetSocketAddress;

/** A node to measure, and where its agent listens, resolved. */
public record Peer(String node, InetSocketAddress address) {
    public Peer {
        if (node.isBlank() || address.isUnresolved() || address.getPort() == 0) {
            throw new IllegalArgumentException(
                    "peer is \"" + node + "\" at " + address + ": a name, an IP address and a port are needed");
        }
    }
}
