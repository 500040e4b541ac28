package dev.edgewise.networkprobe.protocol;

/**
 * A node to measure.
 *
 * @param address IP address or name
 * @param port of UDP and TCP, 1..65535
 */
public record PeerAddress(String node, String address, int port) {
    public PeerAddress {
        if (node.isBlank() || address.isBlank() || port < 1 || port > ProtocolLimits.MAX_PORT) {
            throw new InvalidMessageException(
                    "peer",
                    "node \"" + node + "\", address \"" + address + "\", port " + port,
                    "a name, an address and a port from 1 to " + ProtocolLimits.MAX_PORT);
        }
    }
}
