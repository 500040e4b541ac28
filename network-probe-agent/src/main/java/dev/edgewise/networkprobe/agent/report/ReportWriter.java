package dev.edgewise.networkprobe.agent.report;

import dev.edgewise.networkprobe.agent.probe.PeerResult;
import java.io.ByteArrayOutputStream;
import java.util.HexFormat;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonEncoding;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;

/** Writes reports as JSON, in the coordinator's words. */
final class ReportWriter {
    private ReportWriter() {}

    /** @param list the tag of the list that the agent goes by; null if it has none */
    static byte[] write(long session, @Nullable String list, Report report) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JsonGenerator json = Json.FACTORY.createGenerator(ObjectWriteContext.empty(), bytes, JsonEncoding.UTF8)) {
            json.writeStartObject();
            json.writeStringProperty("session", HexFormat.of().toHexDigits(session));
            if (list != null) {
                json.writeStringProperty("list", list);
            }
            json.writeNumberProperty("round", report.round());
            json.writeNumberProperty("sentAtMillis", report.measuredAt().toEpochMilli());
            json.writeNumberProperty("stalls", report.result().stalls());
            json.writeArrayPropertyStart("results");
            report.result().peers().forEach(peer -> write(json, peer));
            json.writeEndArray();
            json.writeEndObject();
        }
        return bytes.toByteArray();
    }

    private static void write(JsonGenerator json, PeerResult peer) {
        json.writeStartObject();
        json.writeStringProperty("to", peer.to());
        json.writeStringProperty("via", peer.via().name().toLowerCase(Locale.ROOT));
        json.writeNumberProperty("sent", peer.sent());
        json.writeArrayPropertyStart("rttMicros");
        peer.rttMicros().forEach(json::writeNumber);
        json.writeEndArray();
        json.writeNumberProperty("discarded", peer.discarded());
        json.writeEndObject();
    }
}
