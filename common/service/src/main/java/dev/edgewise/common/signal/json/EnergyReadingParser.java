package dev.edgewise.common.signal.json;

import dev.edgewise.common.signal.ObservationMetadata;
import dev.edgewise.common.signal.energy.BatteryFacts;
import dev.edgewise.common.signal.energy.EnergyLevel;
import dev.edgewise.common.signal.energy.EnergyReading;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;

/** Reads one value of {@link EnergyReadingJsonCodec}; fields that a later writer added are skipped. */
final class EnergyReadingParser {
    private int version;
    private @Nullable EnergyLevel level;
    private @Nullable Double percent;
    private @Nullable Long at;
    private @Nullable Long validFor;
    private String source = "";
    private @Nullable Double capacity;
    private @Nullable Double charge;
    private @Nullable Double input;
    private @Nullable Double draw;

    /** @throws IllegalArgumentException if it is no reading; the message says why */
    EnergyReading value() {
        if (version != EnergyReadingJsonCodec.VERSION) {
            throw new IllegalArgumentException(
                    "v is " + version + ": it must be " + EnergyReadingJsonCodec.VERSION + ", or this is no reading");
        }
        return new EnergyReading(
                present("level", level),
                present("percent", percent),
                new ObservationMetadata(
                        Instant.ofEpochMilli(present("at", at)), source, Duration.ofMillis(present("for", validFor))),
                new BatteryFacts(capacity, charge, input, draw));
    }

    /** Takes what the parser is at. */
    void field(JsonParser json, String name) {
        switch (name) {
            case "v" -> version = json.getIntValue();
            case "level" -> level = EnergyLevel.parse(json.getString());
            case "percent" -> percent = json.getDoubleValue();
            case "at" -> at = json.getLongValue();
            case "for" -> validFor = json.getLongValue();
            case "by" -> source = json.getString().intern();
            case "capacityMwh" -> capacity = json.getDoubleValue();
            case "chargeMwh" -> charge = json.getDoubleValue();
            case "inputMilliwatt" -> input = json.getDoubleValue();
            case "drawMilliwatt" -> draw = json.getDoubleValue();
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
