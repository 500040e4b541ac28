package dev.edgewise.networkprobe.protocol;

import java.util.List;

/** Reads what the coordinator answers to an agent; what may be absent has a default. */
public final class CoordinatorAnswerParser {
    private static final long DEFAULT_VALID_MILLIS = 60_000;

    private final MessageReader in;
    private String node = "";
    private long roundMillis;
    private int echoes;
    private int roundsPerReport = 1;
    private long validMillis = DEFAULT_VALID_MILLIS;
    private String echoKey = "";
    private boolean peersChanged;
    private int probeEchoes;
    private List<PeerAddress> peers = List.of();

    private CoordinatorAnswerParser(MessageReader in) {
        this.in = in;
    }

    /** @throws InvalidMessageException if it is no list of peers */
    public static PeerList peerList(byte[] json) {
        return MessageReader.read("list of peers", json, in -> new CoordinatorAnswerParser(in).peerList());
    }

    /**
     * Reads the reply to a report; an empty one says nothing.
     *
     * @throws InvalidMessageException if it is no reply
     */
    public static ReportReply reply(byte[] json) {
        return json.length == 0
                ? ReportReply.NOTHING
                : MessageReader.read("reply", json, in -> new CoordinatorAnswerParser(in).reply());
    }

    private PeerList peerList() {
        in.object(name -> {
            switch (name) {
                case "node" -> node = in.text();
                case "roundMillis" -> roundMillis = in.number(0, Long.MAX_VALUE);
                case "echoes" -> echoes = (int) in.number(0, Integer.MAX_VALUE);
                case "roundsPerReport" -> roundsPerReport = (int) in.number(0, Integer.MAX_VALUE);
                case "validMillis" -> validMillis = in.number(0, Long.MAX_VALUE);
                case "echoKey" -> echoKey = in.text();
                case "peers" -> peers = peers();
                default -> {}
            }
        });
        return new PeerList(node, roundMillis, echoes, roundsPerReport, validMillis, echoKey, peers);
    }

    private ReportReply reply() {
        in.object(name -> {
            switch (name) {
                case "peersChanged" -> peersChanged = in.flag();
                case "probeNow" -> peers = peers();
                case "probeEchoes" -> probeEchoes = (int) in.number(0, ProtocolLimits.MAX_SENT);
                default -> {}
            }
        });
        return new ReportReply(peersChanged, peers, probeEchoes);
    }

    private List<PeerAddress> peers() {
        return in.list(ProtocolLimits.MAX_PEERS, () -> new PeerParser().peer());
    }

    private final class PeerParser {
        private String peer = "";
        private String address = "";
        private int port;

        PeerAddress peer() {
            in.object(name -> {
                switch (name) {
                    case "node" -> peer = in.text();
                    case "address" -> address = in.text();
                    case "port" -> port = (int) in.number(0, Integer.MAX_VALUE);
                    default -> {}
                }
            });
            return new PeerAddress(peer, address, port);
        }
    }
}
