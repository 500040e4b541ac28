package dev.edgewise.rewards.kubernetes;

import dev.edgewise.kubernetes.watch.InvalidObjectException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import org.jspecify.annotations.Nullable;

/** Reads fields that anybody may have written. */
final class Texts {
    /** What is shown to people; the rest of a longer one is not kept. */
    private static final int LONGEST = 200;

    private Texts() {}

    /** One of many that are the same; never null. */
    static String word(@Nullable String text) {
        return cut(text).intern();
    }

    /** No longer than people read; never null. */
    static String cut(@Nullable String text) {
        if (text == null) {
            return "";
        }
        return text.length() <= LONGEST ? text : text.substring(0, LONGEST);
    }

    /** Null if there is none, or none that can be read. */
    static @Nullable Instant instant(@Nullable String text) {
        try {
            return text == null ? null : OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeParseException unreadable) {
            return null;
        }
    }

    /** @throws InvalidObjectException if there is none */
    static String required(String field, @Nullable String text) {
        if (text == null || text.isEmpty()) {
            throw new InvalidObjectException(field, text, "a text that is not empty");
        }
        return text;
    }
}
