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

    /** Whether it asks for one particular value, as {@code matchLabels} does: an index can answer that. */
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
        if (value == null || values.size() != 1) {
            return false;
        }
        try {
            return Integer.signum(Long.compare(Long.parseLong(value), Long.parseLong(values.get(0)))) == wanted;
        } catch (NumberFormatException notAnInteger) {
            return false;
        }
    }
}
