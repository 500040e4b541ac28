package dev.edgewise.networkprobe.agent.report;

import dev.edgewise.networkprobe.agent.probe.Assignment;
import dev.edgewise.networkprobe.agent.probe.Peer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/** Reads a list of peers: node, IP address, port. Names are not looked up: an agent needs no DNS to measure. */
final class PeerReader {
    private static final Pattern IP_LITERAL = Pattern.compile("\\d{1,3}(\\.\\d{1,3}){3}|[0-9a-fA-F:.]*:[0-9a-fA-F:.]*");
    private static final int LAST_PORT = 65535;

    private @Nullable String node;
    private @Nullable String address;
    private int port;

    private PeerReader() {}

    /** Reads the array that the parser is at. */
    static List<Peer> list(JsonParser parser) throws IOException {
        if (parser.currentToken() != JsonToken.START_ARRAY) {
            throw new IOException("the answer has " + parser.currentToken() + " where a list of peers is expected");
        }
        List<Peer> peers = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            PeerReader reader = new PeerReader();
            Json.object(parser, reader::field);
            peers.add(reader.peer());
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

    private Peer peer() throws IOException {
        if (node == null
                || node.isBlank()
                || address == null
                || port < 1
                || port > LAST_PORT
                || !IP_LITERAL.matcher(address).matches()) {
            throw new IOException("a peer is node \"" + node + "\", address \"" + address + "\", port " + port
                    + ": a name, an IP address and a port from 1 to 65535 are needed");
        }
        return new Peer(node, new InetSocketAddress(InetAddress.getByName(address), port));
    }
}
