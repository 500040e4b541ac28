package dev.edgewise.networkprobe.agent.report;

import dev.edgewise.networkprobe.agent.probe.Peer;
import java.io.IOException;
import java.util.List;
import tools.jackson.core.JsonParser;

/** Reads {@code {"peersChanged":true,"probeNow":[{"node":"c","address":"10.1.2.4","port":6970}, …],"probeEchoes":120}}; each may be absent. */
final class AnswerReader {
    /** As many as one result of a report may have. */
    private static final int MOST_ECHOES = 200;

    private boolean peersChanged;
    private List<Peer> probeNow = List.of();
    private int probeEchoes;

    private final Addresses addresses;

    private AnswerReader(Addresses addresses) {
        this.addresses = addresses;
    }

    /**
     * Reads the document; an empty one says nothing.
     *
     * @param addresses of peers that are listed by name
     * @throws IOException if it is not what it should be, saying what
     */
    static Answer read(byte[] document, Addresses addresses) throws IOException {
        if (document.length == 0) {
            return Answer.NOTHING;
        }
        AnswerReader reader = new AnswerReader(addresses);
        Json.object(document, reader::field);
        return new Answer(reader.peersChanged, reader.probeNow, reader.probeEchoes);
    }

    private void field(String name, JsonParser value) throws IOException {
        switch (name) {
            case "peersChanged" -> peersChanged = value.getBooleanValue();
            case "probeNow" -> probeNow = PeerReader.list(value, addresses);
            case "probeEchoes" -> probeEchoes = Math.max(0, Math.min(value.getIntValue(), MOST_ECHOES));
            default -> {}
        }
    }
}
