package dev.edgewise.networkprobe.protocol;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads an agent's report; what it lets through is in range. */
public final class ReportParser {
    private static final Pattern SESSION = Pattern.compile("[0-9a-f]{16}");

    private final MessageReader in;
    private final Set<String> seen = new HashSet<>();
    private @Nullable String session;
    private @Nullable String list;
    private long round = -1;
    private long sentAtMillis = -1;
    private int stalls;
    private @Nullable List<PeerResult> results;

    private ReportParser(MessageReader in) {
        this.in = in;
    }

    /** @throws InvalidMessageException if it is no report */
    public static Report parse(byte[] json) {
        return MessageReader.read("report", json, in -> new ReportParser(in).report());
    }

    private Report report() {
        in.object(this::field);
        String of = session;
        List<PeerResult> all = results;
        if (of == null || round < 0 || sentAtMillis < 0 || all == null) {
            String missing =
                    of == null ? "session" : round < 0 ? "round" : sentAtMillis < 0 ? "sentAtMillis" : "results";
            throw in.refusedField(missing, "missing", "there");
        }
        return new Report(Long.parseUnsignedLong(of, 16), list, round, sentAtMillis, stalls, all);
    }

    private void field(String name) {
        switch (name) {
            case "session" -> session = session();
            case "list" -> list = list();
            case "round" -> round = in.number(0, Long.MAX_VALUE);
            case "sentAtMillis" -> sentAtMillis = in.number(0, Long.MAX_VALUE);
            case "stalls" -> stalls = (int) in.number(0, Integer.MAX_VALUE);
            case "results" -> results = in.list(ProtocolLimits.MAX_PEERS, () -> new ResultParser().result());
            default -> {}
        }
    }

    private String session() {
        String text = in.text();
        if (!SESSION.matcher(text).matches()) {
            throw in.refused(text, "16 hexadecimal digits");
        }
        return text;
    }

    private String list() {
        String text = in.text();
        if (text.length() > ProtocolLimits.MAX_TAG) {
            throw in.refused(text, "the tag of a list, at most " + ProtocolLimits.MAX_TAG + " characters");
        }
        return text;
    }

    private final class ResultParser {
        private String to = "";
        private Transport via = Transport.UDP;
        private int sent;
        private int discarded;
        private int untimed;
        private long @Nullable [] rtts;

        PeerResult result() {
            in.object(this::field);
            long[] all = rtts;
            if (to.isEmpty() || sent == 0 || all == null) {
                throw in.refusedField(to.isEmpty() ? "to" : sent == 0 ? "sent" : "rttMicros", "missing", "there");
            }
            if (all.length + discarded > sent) {
                throw in.refusedField(
                        "rttMicros", all.length + " values", "at most sent - discarded, " + (sent - discarded));
            }
            if (untimed > discarded) {
                throw in.refusedField("untimed", Integer.toString(untimed), "at most discarded, " + discarded);
            }
            if (!seen.add(to)) {
                throw in.refusedField("to", to, "a node that is not yet in the report");
            }
            return new PeerResult(to, via, sent, discarded, untimed, all);
        }

        private void field(String name) {
            switch (name) {
                case "to" -> to = in.text();
                case "via" -> via = via();
                case "sent" -> sent = (int) in.number(1, ProtocolLimits.MAX_SENT);
                case "discarded" -> discarded = (int) in.number(0, ProtocolLimits.MAX_SENT);
                case "untimed" -> untimed = (int) in.number(0, ProtocolLimits.MAX_SENT);
                case "rttMicros" -> rtts = in.numbers(ProtocolLimits.MAX_SENT, 1, ProtocolLimits.MAX_RTT_MICROS);
                default -> {}
            }
        }

        private Transport via() {
            return switch (in.text()) {
                case "udp" -> Transport.UDP;
                case "tcp" -> Transport.TCP;
                default -> throw in.refused(in.text(), "udp or tcp");
            };
        }
    }
}
