package dev.edgewise.networkprobe.protocol;

import java.io.ByteArrayOutputStream;
import java.util.HexFormat;
import java.util.Locale;
import tools.jackson.core.JsonEncoding;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** Writes an agent's report, as {@link ReportParser} reads it. */
public final class ReportWriter {
    private static final JsonFactory JSON = new JsonFactory();

    private ReportWriter() {}

    public static byte[] write(Report report) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), bytes, JsonEncoding.UTF8)) {
            json.writeStartObject();
            json.writeStringProperty("session", HexFormat.of().toHexDigits(report.session()));
            if (report.list() != null) {
                json.writeStringProperty("list", report.list());
            }
            json.writeNumberProperty("round", report.round());
            json.writeNumberProperty("sentAtMillis", report.measuredAtMillis());
            json.writeNumberProperty("stalls", report.stalls());
            json.writeArrayPropertyStart("results");
            report.results().forEach(result -> write(json, result));
            json.writeEndArray();
            json.writeEndObject();
        }
        return bytes.toByteArray();
    }

    private static void write(JsonGenerator json, PeerResult result) {
        json.writeStartObject();
        json.writeStringProperty("to", result.to());
        json.writeStringProperty("via", result.via().name().toLowerCase(Locale.ROOT));
        json.writeNumberProperty("sent", result.sent());
        json.writeName("rttMicros");
        json.writeArray(result.rttMicros(), 0, result.answered());
        json.writeNumberProperty("discarded", result.discarded());
        json.writeNumberProperty("untimed", result.untimed());
        json.writeEndObject();
    }
}
