package dev.edgewise.scheduler.kubernetes.watch;

import dev.edgewise.kubernetes.watch.InvalidObjectException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Reads fields so that a problem names its path. The path is built only when there is a problem. */
final class FieldReader {
    /** The maximum length of an object's name, in characters. */
    static final int LONGEST_NAME = 253;

    private FieldReader() {}

    /** Converts a part of the object. */
    static <R> R in(String field, Supplier<R> conversion) {
        try {
            return conversion.get();
        } catch (InvalidObjectException problem) {
            throw problem.within(field);
        }
    }

    /** Converts each element. */
    static <T, R> List<R> each(String field, @Nullable List<T> elements, Function<T, R> conversion) {
        if (elements == null || elements.isEmpty()) {
            return List.of();
        }
        List<R> result = new ArrayList<>(elements.size());
        for (int i = 0; i < elements.size(); i++) {
            T element = elements.get(i);
            if (element == null) {
                throw new InvalidObjectException(field + "[" + i + "]", null, "present");
            }
            try {
                result.add(conversion.apply(element));
            } catch (InvalidObjectException problem) {
                throw problem.within(field + "[" + i + "]");
            }
        }
        return result;
    }

    static String text(String field, @Nullable String value) {
        if (value == null || value.isEmpty()) {
            throw new InvalidObjectException(field, value, "a text that is not empty");
        }
        return value;
    }

    /**
     * Returns a reference to an object. The API server accepts most references at any length; one that is too long is
     * cut to one character more than the maximum, which no object can have.
     */
    static String name(String reference) {
        return reference.substring(0, Math.min(reference.length(), LONGEST_NAME + 1));
    }

    static String orElse(@Nullable String value, String fallback) {
        return value == null || value.isEmpty() ? fallback : value;
    }

    /** A number within bounds, or the fallback when there is none. */
    static int number(String field, @Nullable Integer value, int fallback, int least, int most) {
        int number = value == null ? fallback : value;
        if (number < least || number > most) {
            String bounds = most == Integer.MAX_VALUE ? least + " or more" : least + " to " + most;
            throw new InvalidObjectException(field, value, "a whole number, " + bounds);
        }
        return number;
    }

    /** Returns the index of the value in the list of allowed words. */
    static int oneOf(String field, @Nullable String value, String... allowed) {
        for (int i = 0; i < allowed.length; i++) {
            if (allowed[i].equals(value)) {
                return i;
            }
        }
        throw new InvalidObjectException(field, value, "one of " + String.join(", ", allowed));
    }

    /** A map of texts, such as labels: a copy. */
    static Map<String, String> texts(String field, @Nullable Map<String, String> values) {
        return Map.copyOf(uncopied(field, values));
    }

    /** Returns the checked texts without copying the map. */
    static Map<String, String> uncopied(String field, @Nullable Map<String, String> values) {
        if (values == null || values.isEmpty()) {
            return Map.of();
        }
        for (Map.Entry<String, String> entry : values.entrySet()) {
            if (entry.getValue() == null) {
                throw new InvalidObjectException(field + "." + entry.getKey(), null, "a text");
            }
        }
        return values;
    }

    /** A list of texts without nulls. */
    static List<String> texts(String field, @Nullable List<String> values) {
        return each(field, values, value -> value);
    }
}
