package dev.edgewise.networkprobe.agent.report;

import dev.edgewise.networkprobe.agent.probe.Assignment;
import dev.edgewise.networkprobe.agent.probe.Peer;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;

/**
 * Reads {@code {"roundMillis":10000,"echoes":5,"roundsPerReport":1,"validMillis":600000,"peers":[{"node":"b",
 * "address":"10.1.2.3","port":6970}, …]}}. The two in the middle may be left out.
 */
final class AssignmentReader {
    private static final long VALID_MILLIS = 60_000;

    private long roundMillis;
    private int echoes;
    private int roundsPerReport = 1;
    private long validMillis = VALID_MILLIS;
    private List<Peer> peers = List.of();

    private final Addresses addresses;

    private AssignmentReader(Addresses addresses) {
        this.addresses = addresses;
    }

    /**
     * Reads the document.
     *
     * @param tag of this version of it
     * @param addresses of peers that are listed by name
     * @throws IOException if it is not what it should be, saying what
     */
    static Peers read(byte[] document, @Nullable String tag, Addresses addresses) throws IOException {
        AssignmentReader reader = new AssignmentReader(addresses);
        Json.object(document, reader::field);
        try {
            Assignment assignment = new Assignment(
                    Duration.ofMillis(reader.roundMillis), reader.echoes, reader.roundsPerReport, reader.peers);
            return new Peers(assignment, Duration.ofMillis(reader.validMillis), tag);
        } catch (IllegalArgumentException e) {
            throw new IOException("the peers cannot be measured: " + e.getMessage(), e);
        }
    }

    private void field(String name, JsonParser value) throws IOException {
        switch (name) {
            case "roundMillis" -> roundMillis = value.getLongValue();
            case "echoes" -> echoes = value.getIntValue();
            case "roundsPerReport" -> roundsPerReport = value.getIntValue();
            case "validMillis" -> validMillis = value.getLongValue();
            case "peers" -> peers = PeerReader.list(value, addresses);
            default -> {}
        }
    }
}
