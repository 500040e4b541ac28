package dev.edgewise.networkprobe.coordinator;

import dev.edgewise.networkprobe.pairs.Probes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;

/**
 * Reads an agent's report and checks each value; what it lets through is in range. Fields it does not know are skipped, so
 * that newer agents can talk to older coordinators. Where a value is, is put into words only when it is refused: a large cluster
 * sends 400,000 of them a round.
 */
final class ReportParser {
    private static final JsonFactory JSON = JsonFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();
    private static final Pattern SESSION = Pattern.compile("[0-9a-f]{16}");

    private final JsonParser parser;
    private @Nullable Long session;
    private @Nullable String list;
    private long round = -1;
    private long sentAtMillis = -1;
    private int stalls;
    private int discarded;
    private @Nullable List<Probes> results;
    /** Which of the results is read; negative outside of them. */
    private int result = -1;
    /** Which of its round-trip times is read; negative outside of them. */
    private int rtt = -1;

    private ReportParser(JsonParser parser) {
        this.parser = parser;
    }

    /** @throws RefusedReportException 400, if it is no report; the message names the field */
    static Report parse(byte[] json) {
        try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), json)) {
            return new ReportParser(parser).report();
        } catch (JacksonException e) {
            throw RefusedReportException.malformed(
                    "report", "no valid JSON", "a JSON object: " + e.getOriginalMessage());
        }
    }

    private Report report() {
        if (parser.nextToken() != JsonToken.START_OBJECT) {
            throw RefusedReportException.malformed("report", parser.currentToken(), "a JSON object");
        }
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            field(parser.currentName());
        }
        if (parser.nextToken() != null) {
            throw RefusedReportException.malformed("report", "followed by more", "one JSON object");
        }
        Long of = session;
        List<Probes> all = results;
        if (of == null || round < 0 || sentAtMillis < 0 || all == null) {
            String missing =
                    of == null ? "session" : round < 0 ? "round" : sentAtMillis < 0 ? "sentAtMillis" : "results";
            throw RefusedReportException.malformed(missing, "missing", "there");
        }
        return new Report(of, list, round, stalls, discarded, all);
    }

    private void field(String name) {
        parser.nextToken();
        switch (name) {
            case "session" -> session = session();
            case "list" -> list = list();
            case "round" -> round = whole("round", 0, Long.MAX_VALUE);
            case "sentAtMillis" -> sentAtMillis = whole("sentAtMillis", 0, Long.MAX_VALUE);
            case "stalls" -> stalls = (int) whole("stalls", 0, Integer.MAX_VALUE);
            case "results" -> results = results();
            default -> parser.skipChildren();
        }
    }

    private long session() {
        String text = text("session");
        if (!SESSION.matcher(text).matches()) {
            throw RefusedReportException.malformed("session", shown(text), "16 hexadecimal digits");
        }
        return Long.parseUnsignedLong(text, 16);
    }

    private String list() {
        String text = text("list");
        if (text.length() > ReportLimits.TAG) {
            throw RefusedReportException.malformed(
                    "list", shown(text), "the tag of a list, at most " + ReportLimits.TAG + " characters");
        }
        return text;
    }

    private List<Probes> results() {
        array("results");
        List<Probes> all = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            if (all.size() == ReportLimits.RESULTS) {
                throw RefusedReportException.malformed(
                        "results", "longer", "at most " + ReportLimits.RESULTS + " entries");
            }
            result = all.size();
            Probes probes = result();
            if (!seen.add(probes.to())) {
                throw refused("to", probes.to(), "a node that is not yet in the report");
            }
            all.add(probes);
            result = -1;
        }
        return all;
    }

    private Probes result() {
        if (parser.currentToken() != JsonToken.START_OBJECT) {
            throw refused("", parser.currentToken(), "a JSON object");
        }
        String to = "";
        int sent = 0;
        int spoiled = 0;
        long @Nullable [] rtts = null;
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            String name = parser.currentName();
            parser.nextToken();
            switch (name) {
                case "to" -> to = text(name);
                case "via" -> via(name);
                case "sent" -> sent = (int) whole(name, 1, ReportLimits.SENT);
                case "discarded" -> spoiled = (int) whole(name, 0, ReportLimits.SENT);
                case "rttMicros" -> rtts = rtts(name);
                default -> parser.skipChildren();
            }
        }
        if (to.isEmpty() || sent == 0 || rtts == null) {
            throw refused(to.isEmpty() ? "to" : sent == 0 ? "sent" : "rttMicros", "missing", "there");
        }
        if (rtts.length + spoiled > sent) {
            throw refused("rttMicros", rtts.length + " values", "at most sent - discarded, " + (sent - spoiled));
        }
        discarded += spoiled;
        return new Probes(to, sent - spoiled, rtts);
    }

    private long[] rtts(String name) {
        array(name);
        long[] rtts = new long[8];
        int count = 0;
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            if (count == ReportLimits.SENT) {
                throw refused(name, "longer", "at most " + ReportLimits.SENT + " values");
            }
            if (count == rtts.length) {
                rtts = Arrays.copyOf(rtts, count * 2);
            }
            rtt = count;
            rtts[count++] = whole(name, 1, ReportLimits.LONGEST_MICROS);
            rtt = -1;
        }
        return Arrays.copyOf(rtts, count);
    }

    private void via(String name) {
        String via = text(name);
        if (!via.equals("udp") && !via.equals("tcp")) {
            throw refused(name, shown(via), "udp or tcp");
        }
    }

    private void array(String name) {
        if (parser.currentToken() != JsonToken.START_ARRAY) {
            throw refused(name, parser.currentToken(), "a JSON array");
        }
    }

    private String text(String name) {
        if (parser.currentToken() != JsonToken.VALUE_STRING) {
            throw refused(name, parser.currentToken(), "a text");
        }
        return parser.getString();
    }

    private long whole(String name, long min, long max) {
        if (parser.currentToken() == JsonToken.VALUE_NUMBER_INT
                && parser.getNumberType() != JsonParser.NumberType.BIG_INTEGER) {
            long value = parser.getLongValue();
            if (value >= min && value <= max) {
                return value;
            }
        }
        throw refused(name, shown(String.valueOf(parser.getString())), "a whole number in " + min + ".." + max);
    }

    /** @param name of the field; empty for a result as such */
    private RefusedReportException refused(String name, Object value, String allowed) {
        String at = result < 0 ? name : "results[" + result + "]" + (name.isEmpty() ? "" : ".") + name;
        return RefusedReportException.malformed(rtt < 0 ? at : at + "[" + rtt + "]", value, allowed);
    }

    private static String shown(String text) {
        return text.length() <= 40 ? text : text.substring(0, 40) + "…";
    }
}
