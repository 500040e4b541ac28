package dev.edgewise.common.signal.redis;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.edgewise.common.Names;
import dev.edgewise.common.signal.EstimatedRange;
import dev.edgewise.common.signal.Observed;
import dev.edgewise.common.signal.RoundTripTime;
import dev.edgewise.common.signal.SignalCodec;
import dev.edgewise.common.signal.SignalKind;
import dev.edgewise.common.signal.UnreadableSignalException;
import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.json.JsonMapper;

/** Round-trip times as JSON: percentiles and jitter in µs, {@code observedAt} and {@code validFor} in ISO 8601. */
public final class RoundTripTimeJson implements SignalCodec<RoundTripTime> {
    /** Round-trip times in the keys {@code edgewise:rtt:<from>}. */
    public static final SignalKind<RoundTripTime> KIND =
            new SignalKind<>("rtt", Names.RTT_KEY_PREFIX, new RoundTripTimeJson());

    private static final int VERSION = 1;
    private static final int TYPICAL_BYTES = 256;
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();
    private static final ObjectReader READER = MAPPER.readerFor(Version1.class);

    /** Field by field: a document of Goldpinger alone makes 60,000 values of its own, for many of which Java is still cold. */
    @Override
    public byte[] encode(RoundTripTime value) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(TYPICAL_BYTES);
        try (JsonGenerator json = MAPPER.createGenerator(bytes)) {
            json.writeStartObject();
            json.writeNumberProperty("v", VERSION);
            json.writeNumberProperty("p50", value.p50Micros());
            json.writeNumberProperty("p95", value.p95Micros());
            json.writeNumberProperty("p99", value.p99Micros());
            json.writeNumberProperty("loss", value.loss());
            json.writeNumberProperty("jitter", value.jitterMicros());
            json.writeNumberProperty("samples", value.samples());
            json.writeStringProperty("observedAt", value.observed().at().toString());
            json.writeStringProperty("source", value.observed().source());
            json.writeStringProperty("validFor", value.observed().validFor().toString());
            EstimatedRange range = value.estimate();
            if (range != null) {
                write(json, range);
            }
            json.writeEndObject();
        }
        return bytes.toByteArray();
    }

    private static void write(JsonGenerator json, EstimatedRange range) {
        json.writeObjectPropertyStart("estimate");
        json.writeNumberProperty("lower", range.lowerMicros());
        json.writeNumberProperty("upper", range.upperMicros());
        json.writeNumberProperty("level", range.levelPercent());
        json.writeEndObject();
    }

    @Override
    public RoundTripTime decode(byte[] bytes) throws UnreadableSignalException {
        try {
            return READER.<Version1>readValue(bytes).value();
        } catch (JacksonException e) {
            throw new UnreadableSignalException(e.getOriginalMessage(), e);
        } catch (IllegalArgumentException | DateTimeParseException e) {
            throw new UnreadableSignalException(String.valueOf(e.getMessage()), e);
        }
    }

    private record Version1(
            @JsonProperty(required = true) int v,
            @JsonProperty(required = true) long p50,
            @JsonProperty(required = true) long p95,
            @JsonProperty(required = true) long p99,
            @JsonProperty(required = true) double loss,
            @JsonProperty(required = true) long jitter,
            @JsonProperty(required = true) int samples,
            @JsonProperty(required = true) String observedAt,
            @JsonProperty(required = true) String source,
            @JsonProperty(required = true) String validFor,
            @Nullable Range estimate) {
        /** Absent from measured values. */
        private record Range(
                @JsonProperty(required = true) long lower,
                @JsonProperty(required = true) long upper,
                @JsonProperty(required = true) int level) {}

        Version1 {
            if (v != VERSION) {
                throw new IllegalArgumentException("v is " + v + ": this program reads version " + VERSION);
            }
            requireText("observedAt", observedAt);
            requireText("source", source);
            requireText("validFor", validFor);
        }

        RoundTripTime value() {
            Observed observed = new Observed(Instant.parse(observedAt), source, Duration.parse(validFor));
            EstimatedRange range =
                    estimate == null ? null : new EstimatedRange(estimate.lower, estimate.upper, estimate.level);
            return new RoundTripTime(p50, p95, p99, loss, jitter, samples, observed, range);
        }

        private static void requireText(String field, @Nullable String text) {
            if (text == null) {
                throw new IllegalArgumentException(field + " is null: it must be a text");
            }
        }
    }
}
