package dev.edgewise.scheduler.model;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One expression of a selector: a key, how it is judged, and against what. */
public record Requirement(String key, Operator operator, List<String> values) {
    /** The operators of label and node selectors; the last two exist in node selectors only. */
    public enum Operator {
        IN,
        NOT_IN,
        EXISTS,
        DOES_NOT_EXIST,
        GT,
        LT
    }

    public Requirement {
        Objects.requireNonNull(key, "key");
        values = List.copyOf(values);
    }

    public static Requirement in(String key, String... values) {
        return new Requirement(key, Operator.IN, List.of(values));
    }

    /** Returns whether it asks for one particular value, as {@code matchLabels} does: an index can answer that. */
    public boolean isOneValue() {
        return operator == Operator.IN && values.size() == 1;
    }

    public boolean matches(Map<String, String> labels) {
        return matchesValue(labels.get(key));
    }

    /** A missing value satisfies {@code NotIn} and {@code DoesNotExist}, and nothing else. */
    public boolean matchesValue(@Nullable String value) {
        return switch (operator) {
            case IN -> value != null && values.contains(value);
            case NOT_IN -> value == null || !values.contains(value);
            case EXISTS -> value != null;
            case DOES_NOT_EXIST -> value == null;
            case GT -> compares(value, 1);
            case LT -> compares(value, -1);
        };
    }

    /** Gt and Lt hold only between integers; anything else does not match. */
    private boolean compares(@Nullable String value, int wanted) {
        Long number = value == null ? null : integer(value);
        Long bound = number == null || values.size() != 1 ? null : integer(values.get(0));
        return number != null && bound != null && Integer.signum(number.compareTo(bound)) == wanted;
    }

    /**
     * The text as Gt and Lt read it; null if it is no integer of 64 bits. Most texts are none, and an exception would
     * take a microsecond.
     */
    public static @Nullable Long integer(String text) {
        for (int i = 0; i < text.length(); i++) {
            char digit = text.charAt(i);
            boolean sign = i == 0 && (digit == '-' || digit == '+');
            if (!sign && (digit < '0' || digit > '9')) {
                return null;
            }
        }
        try {
            return text.isEmpty() ? null : Long.valueOf(text);
        } catch (NumberFormatException outOfRange) {
            return null;
        }
    }
}
