package dev.edgewise.rewards.learning;

import java.util.UUID;

/** A pod's uid, as it is kept for each pod: the text of a UUID, which API servers give, would take 72 bytes instead of 24. */
public sealed interface Uid {
    static Uid of(String text) {
        try {
            UUID uuid = UUID.fromString(text);
            // Else its text is another: with capitals, or without leading zeros.
            return uuid.toString().equals(text)
                    ? new Bits(uuid.getMostSignificantBits(), uuid.getLeastSignificantBits())
                    : new Text(text);
        } catch (IllegalArgumentException e) {
            return new Text(text);
        }
    }

    /** As the API shows it. */
    String text();

    /** One that is a UUID. */
    record Bits(long most, long least) implements Uid {
        @Override
        public String text() {
            return new UUID(most, least).toString();
        }
    }

    /** Any other. */
    record Text(String text) implements Uid {}
}
