package dev.edgewise.common.signal.json;

import dev.edgewise.common.signal.EstimatedRange;
import dev.edgewise.common.signal.ObservationMetadata;
import dev.edgewise.common.signal.RoundTripTime;
import java.time.Duration;
import java.time.Instant;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/**
 * Reads one value of version 2 of {@link RoundTripTimeJsonCodec}, token by token: a restart reads a million of them.
 */
final class RoundTripTimeParser {
    private static final int MEASURED = 6;
    private static final int ESTIMATED = 4;

    private final double[] numbers = new double[MEASURED];
    private int count;
    private boolean estimated;
    private long at = Long.MIN_VALUE;
    private long validFor = -1;
    private String source = "";

    /** @throws IllegalArgumentException if it is something else; the message says what */
    RoundTripTime value() {
        require(count == (estimated ? ESTIMATED : MEASURED), "rtt or est", "has " + count + " numbers");
        require(at != Long.MIN_VALUE, "at", "is missing");
        require(validFor >= 0, "for", "is missing");
        ObservationMetadata observed =
                new ObservationMetadata(Instant.ofEpochMilli(at), source.intern(), Duration.ofMillis(validFor));
        if (estimated) {
            EstimatedRange range = new EstimatedRange((long) numbers[1], (long) numbers[2], (int) numbers[3]);
            return RoundTripTime.estimated((long) numbers[0], range, observed);
        }
        return new RoundTripTime(
                (long) numbers[0],
                (long) numbers[1],
                (long) numbers[2],
                numbers[5],
                (long) numbers[3],
                (int) numbers[4],
                observed);
    }

    /** Takes what the parser is at. */
    void field(JsonParser json, String name) {
        switch (name) {
            case "rtt" -> array(json, false);
            case "est" -> array(json, true);
            case "at" -> at = json.getLongValue();
            case "for" -> validFor = json.getLongValue();
            case "by" -> source = json.getString();
            default -> json.skipChildren();
        }
    }

    /** Micros are exact in doubles: a day has 8.6e10. */
    private void array(JsonParser json, boolean ofEstimate) {
        estimated = ofEstimate;
        count = 0;
        require(json.currentToken() == JsonToken.START_ARRAY, ofEstimate ? "est" : "rtt", "is no array");
        while (json.nextToken() != JsonToken.END_ARRAY) {
            require(count < MEASURED, ofEstimate ? "est" : "rtt", "has more than " + MEASURED + " numbers");
            numbers[count++] = json.getDoubleValue();
        }
    }

    private static void require(boolean holds, String field, String problem) {
        if (!holds) {
            throw new IllegalArgumentException(field + ' ' + problem);
        }
    }
}
