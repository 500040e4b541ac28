package dev.edgewise.common.signal.json;

import dev.edgewise.common.signal.ObservationMetadata;
import dev.edgewise.common.signal.reward.QuarantineStatus;
import dev.edgewise.common.signal.reward.Reward;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;

/** Reads one value of {@link RewardJsonCodec}; fields that a later writer added are skipped. */
final class RewardParser {
    private int version;
    private @Nullable Double value;
    private @Nullable Double samples;
    private @Nullable Double confidence;
    private @Nullable QuarantineStatus state;
    private @Nullable Long since;
    private @Nullable Long at;
    private @Nullable Long validFor;
    private String source = "";

    /** @throws IllegalArgumentException if it is no reward; the message says why */
    Reward value() {
        if (version != RewardJsonCodec.VERSION) {
            throw new IllegalArgumentException(
                    "v is " + version + ": it must be " + RewardJsonCodec.VERSION + ", or this is no reward");
        }
        return new Reward(
                present("value", value),
                present("samples", samples),
                present("confidence", confidence),
                present("state", state),
                Instant.ofEpochMilli(present("since", since)),
                new ObservationMetadata(
                        Instant.ofEpochMilli(present("at", at)), source, Duration.ofMillis(present("for", validFor))));
    }

    /** Takes what the parser is at. */
    void field(JsonParser json, String name) {
        switch (name) {
            case "v" -> version = json.getIntValue();
            case "value" -> value = json.getDoubleValue();
            case "samples" -> samples = json.getDoubleValue();
            case "confidence" -> confidence = json.getDoubleValue();
            case "state" -> state = QuarantineStatus.parse(json.getString());
            case "since" -> since = json.getLongValue();
            case "at" -> at = json.getLongValue();
            case "for" -> validFor = json.getLongValue();
            case "by" -> source = json.getString().intern();
            default -> json.skipChildren();
        }
    }

    private static <T> T present(String field, @Nullable T value) {
        if (value == null) {
            throw new IllegalArgumentException(field + " is missing");
        }
        return value;
    }
}
