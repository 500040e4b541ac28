package dev.edgewise.rewards.learning.facts;

import java.util.UUID;

/**
 * The uid of a pod in little memory: the text of a UUID, which API servers assign, would take 72 bytes instead of 24.
 */
public sealed interface PodUid {
    static PodUid of(String text) {
        try {
            UUID uuid = UUID.fromString(text);
            // A UUID with capitals or without leading zeros has another text.
            return uuid.toString().equals(text)
                    ? new Bits(uuid.getMostSignificantBits(), uuid.getLeastSignificantBits())
                    : new Text(text);
        } catch (IllegalArgumentException e) {
            return new Text(text);
        }
    }

    /** The uid, as the API server shows it. */
    String text();

    /** A uid that is a UUID. */
    record Bits(long most, long least) implements PodUid {
        @Override
        public String text() {
            return new UUID(most, least).toString();
        }
    }

    /** A uid that is any other text. */
    record Text(String text) implements PodUid {}
}
