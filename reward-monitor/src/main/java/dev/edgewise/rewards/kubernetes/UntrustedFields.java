package dev.edgewise.rewards.kubernetes;

import dev.edgewise.kubernetes.watch.InvalidObjectException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import org.jspecify.annotations.Nullable;

/** Reads fields of untrusted objects. */
final class UntrustedFields {
    /** The number of characters that are kept of a text that people read. */
    private static final int LONGEST = 200;

    private UntrustedFields() {}

    /** Returns an interned text, as many are equal; never null. */
    static String word(@Nullable String text) {
        return cut(text).intern();
    }

    /** Returns the beginning of a text; never null. */
    static String cut(@Nullable String text) {
        if (text == null) {
            return "";
        }
        return text.length() <= LONGEST ? text : text.substring(0, LONGEST);
    }

    /** Returns a time; null if there is none or it is unreadable. */
    static @Nullable Instant instant(@Nullable String text) {
        try {
            return text == null ? null : OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeParseException unreadable) {
            return null;
        }
    }

    /** Returns a text. @throws InvalidObjectException if it is missing */
    static String required(String field, @Nullable String text) {
        if (text == null || text.isEmpty()) {
            throw new InvalidObjectException(field, text, "a text that is not empty");
        }
        return text;
    }
}
