package dev.edgewise.common.signal.rtt;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.edgewise.common.signal.EstimatedRange;
import dev.edgewise.common.signal.Observed;
import dev.edgewise.common.signal.RoundTripTime;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.json.JsonMapper;

/** Reads version 1, with a name for each number: what a network-probe before version 2 left in Redis. */
record RoundTripTimeJson1(
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
    private static final ObjectReader READER = JsonMapper.builder()
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build()
            .readerFor(RoundTripTimeJson1.class);

    /** Absent from measured values. */
    record Range(
            @JsonProperty(required = true) long lower,
            @JsonProperty(required = true) long upper,
            @JsonProperty(required = true) int level) {}

    RoundTripTimeJson1 {
        requireText("observedAt", observedAt);
        requireText("source", source);
        requireText("validFor", validFor);
    }

    static RoundTripTime read(byte[] bytes) {
        return READER.<RoundTripTimeJson1>readValue(bytes).value();
    }

    private RoundTripTime value() {
        Observed observed = new Observed(Instant.parse(observedAt), source.intern(), Duration.parse(validFor));
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
