package dev.edgewise.networkprobe.agent.report;

import dev.edgewise.networkprobe.agent.probe.Assignment;
import dev.edgewise.networkprobe.agent.probe.Peer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/**
 * Reads a list of peers: node, address, port. A peer that is listed by a name whose address is not known (yet) is left out, so that
 * it takes no other with it.
 */
final class PeerReader {
    private static final int LAST_PORT = 65535;

    private @Nullable String node;
    private @Nullable String address;
    private int port;

    private PeerReader() {}

    /** Reads the array that the parser is at. */
    static List<Peer> list(JsonParser parser, Addresses addresses) throws IOException {
        if (parser.currentToken() != JsonToken.START_ARRAY) {
            throw new IOException("the answer has " + parser.currentToken() + " where a list of peers is expected");
        }
        List<Peer> peers = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            PeerReader reader = new PeerReader();
            Json.object(parser, reader::field);
            reader.peer(addresses).ifPresent(peers::add);
            if (peers.size() > Assignment.MOST_PEERS) {
                throw new IOException("the answer has more than " + Assignment.MOST_PEERS + " peers");
            }
        }
        return peers;
    }

    private void field(String name, JsonParser value) {
        switch (name) {
            case "node" -> node = value.getString();
            case "address" -> address = value.getString();
            case "port" -> port = value.getIntValue();
            default -> {}
        }
    }

    private Optional<Peer> peer(Addresses addresses) throws IOException {
        if (node == null || node.isBlank() || address == null || address.isBlank() || port < 1 || port > LAST_PORT) {
            throw new IOException("a peer is node \"" + node + "\", address \"" + address + "\", port " + port
                    + ": a name, an address and a port from 1 to 65535 are needed");
        }
        InetAddress found = addresses.find(address);
        return found == null ? Optional.empty() : Optional.of(new Peer(node, new InetSocketAddress(found, port)));
    }
}
