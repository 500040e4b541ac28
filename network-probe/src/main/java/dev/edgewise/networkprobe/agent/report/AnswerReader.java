package dev.edgewise.networkprobe.agent.report;

import dev.edgewise.networkprobe.agent.probe.Peer;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;
import tools.jackson.core.JsonParser;

/** Reads {@code {"peersChanged":true,"probeNow":[{"node":"c","address":"10.1.2.4","port":6970}, …]}}; both may be absent. */
final class AnswerReader {
    private boolean peersChanged;
    private List<Peer> probeNow = List.of();

    private final Consumer<String> leftOut;

    private AnswerReader(Consumer<String> leftOut) {
        this.leftOut = leftOut;
    }

    /**
     * Reads the document; an empty one says nothing.
     *
     * @param leftOut is told of each peer that is left out
     * @throws IOException if it is not what it should be, saying what
     */
    static Answer read(byte[] document, Consumer<String> leftOut) throws IOException {
        if (document.length == 0) {
            return Answer.NOTHING;
        }
        AnswerReader reader = new AnswerReader(leftOut);
        Json.object(document, reader::field);
        return new Answer(reader.peersChanged, reader.probeNow);
    }

    private void field(String name, JsonParser value) throws IOException {
        switch (name) {
            case "peersChanged" -> peersChanged = value.getBooleanValue();
            case "probeNow" -> probeNow = PeerReader.list(value, leftOut);
            default -> {}
        }
    }
}
