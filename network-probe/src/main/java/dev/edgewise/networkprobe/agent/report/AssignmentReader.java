package dev.edgewise.networkprobe.agent.report;

import dev.edgewise.networkprobe.agent.probe.Assignment;
import dev.edgewise.networkprobe.agent.probe.Peer;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import tools.jackson.core.JsonParser;

/** Reads {@code {"roundMillis":10000,"echoes":5,"peers":[{"node":"b","address":"10.1.2.3","port":6970}, …]}}. */
final class AssignmentReader {
    private long roundMillis;
    private int echoes;
    private List<Peer> peers = List.of();

    private final Consumer<String> leftOut;

    private AssignmentReader(Consumer<String> leftOut) {
        this.leftOut = leftOut;
    }

    /**
     * Reads the document.
     *
     * @param leftOut is told of each peer that is left out
     * @throws IOException if it is not what it should be, saying what
     */
    static Assignment read(byte[] document, Consumer<String> leftOut) throws IOException {
        AssignmentReader reader = new AssignmentReader(leftOut);
        Json.object(document, reader::field);
        try {
            return new Assignment(Duration.ofMillis(reader.roundMillis), reader.echoes, reader.peers);
        } catch (IllegalArgumentException e) {
            throw new IOException("the peers cannot be measured: " + e.getMessage(), e);
        }
    }

    private void field(String name, JsonParser value) throws IOException {
        switch (name) {
            case "roundMillis" -> roundMillis = value.getLongValue();
            case "echoes" -> echoes = value.getIntValue();
            case "peers" -> peers = PeerReader.list(value, leftOut);
            default -> {}
        }
    }
}
