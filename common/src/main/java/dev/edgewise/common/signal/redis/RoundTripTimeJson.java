package dev.edgewise.common.signal.redis;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.edgewise.common.Names;
import dev.edgewise.common.signal.EstimatedRange;
import dev.edgewise.common.signal.Observed;
import dev.edgewise.common.signal.RoundTripTime;
import dev.edgewise.common.signal.SignalCodec;
import dev.edgewise.common.signal.SignalKind;
import dev.edgewise.common.signal.UnreadableSignalException;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.json.JsonMapper;

/** Round-trip times as JSON: percentiles and jitter in µs, {@code observedAt} and {@code validFor} in ISO 8601. */
public final class RoundTripTimeJson implements SignalCodec<RoundTripTime> {
    /** Round-trip times in the keys {@code edgewise:rtt:<from>}. */
    public static final SignalKind<RoundTripTime> KIND =
            new SignalKind<>("rtt", Names.RTT_KEY_PREFIX, new RoundTripTimeJson());

    private static final int VERSION = 1;
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();
    private static final ObjectWriter WRITER = MAPPER.writerFor(Version1.class);
    private static final ObjectReader READER = MAPPER.readerFor(Version1.class);

    @Override
    public byte[] encode(RoundTripTime value) {
        return WRITER.writeValueAsBytes(Version1.of(value));
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
            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Range estimate) {
        /** Absent from measured values. */
        private record Range(
                @JsonProperty(required = true) long lower,
                @JsonProperty(required = true) long upper,
                @JsonProperty(required = true) int level) {
            static @Nullable Range of(@Nullable EstimatedRange range) {
                return range == null ? null : new Range(range.lowerMicros(), range.upperMicros(), range.levelPercent());
            }
        }

        Version1 {
            if (v != VERSION) {
                throw new IllegalArgumentException("v is " + v + ": this program reads version " + VERSION);
            }
            requireText("observedAt", observedAt);
            requireText("source", source);
            requireText("validFor", validFor);
        }

        static Version1 of(RoundTripTime rtt) {
            Observed observed = rtt.observed();
            return new Version1(
                    VERSION,
                    rtt.p50Micros(),
                    rtt.p95Micros(),
                    rtt.p99Micros(),
                    rtt.loss(),
                    rtt.jitterMicros(),
                    rtt.samples(),
                    observed.at().toString(),
                    observed.source(),
                    observed.validFor().toString(),
                    Range.of(rtt.estimate()));
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
