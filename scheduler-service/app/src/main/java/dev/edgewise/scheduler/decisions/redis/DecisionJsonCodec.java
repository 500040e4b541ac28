package dev.edgewise.scheduler.decisions.redis;

import dev.edgewise.scheduler.decisions.DecisionRecord;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Decisions as versioned JSON. */
final class DecisionJsonCodec {
    private static final int VERSION = 1;
    private static final int MOST_BYTES = 4_096;
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();

    private DecisionJsonCodec() {}

    /** The stored JSON: the version, and the record in it. */
    record Stored(int v, @Nullable DecisionRecord decision) {}

    /**
     * Returns the JSON in about {@value #MOST_BYTES} bytes; a longer record keeps only the beginnings of its lists and
     * its message.
     */
    static byte[] encode(DecisionRecord decision) {
        byte[] bytes = MAPPER.writeValueAsBytes(new Stored(VERSION, decision));
        return bytes.length <= MOST_BYTES ? bytes : MAPPER.writeValueAsBytes(new Stored(VERSION, decision.shortened()));
    }

    /** The decision, or null if the bytes are something else or of a later version. */
    static @Nullable DecisionRecord decode(byte[] bytes) {
        try {
            Stored stored = MAPPER.readValue(bytes, Stored.class);
            return stored.v() == VERSION ? stored.decision() : null;
        } catch (JacksonException e) {
            return null;
        }
    }
}
