package dev.edgewise.global.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import dev.edgewise.global.model.EnumText;
import dev.edgewise.global.model.Problem;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Reads fields of a spec, each within its limits: an older definition of the kind, or none, admits others. The path of
 * a field is part of its problem.
 */
final class SpecFieldReader {
    private static final int LONGEST_SHOWN = 60;

    private SpecFieldReader() {}

    /** Thrown when a field of a spec cannot be followed; says which. */
    static final class ProblemException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final transient Problem problem;

        ProblemException(Problem problem) {
            super(problem.text());
            this.problem = problem;
        }

        Problem problem() {
            return problem;
        }
    }

    static ProblemException problem(String path, JsonNode value, String allowed) {
        return new ProblemException(new Problem(path, shown(value), allowed));
    }

    /** Returns the text; empty if the field is missing. */
    static String text(JsonNode parent, String path, String field, int longest) {
        JsonNode value = parent.path(field);
        if (value.isMissingNode() || value.isNull()) {
            return "";
        }
        if (!value.isTextual() || value.asText().length() > longest) {
            throw problem(path + "." + field, value, "a text of at most " + longest + " characters");
        }
        return value.asText();
    }

    static String requiredText(JsonNode parent, String path, String field, int longest) {
        String text = text(parent, path, field, longest);
        if (text.isEmpty()) {
            throw problem(path + "." + field, parent.path(field), "a text of 1 to " + longest + " characters");
        }
        return text;
    }

    static <E extends Enum<E>> E constant(JsonNode parent, String path, String field, Class<E> type, E otherwise) {
        JsonNode value = parent.path(field);
        if (value.isMissingNode() || value.isNull()) {
            return otherwise;
        }
        E constant = EnumText.find(type, value.asText());
        if (constant == null) {
            throw problem(path + "." + field, value, EnumText.all(type));
        }
        return constant;
    }

    static boolean flag(JsonNode parent, String path, String field) {
        JsonNode value = parent.path(field);
        if (!value.isMissingNode() && !value.isNull() && !value.isBoolean()) {
            throw problem(path + "." + field, value, "true or false");
        }
        return value.asBoolean(false);
    }

    /** Returns the time; the default, which may be null, if the field is missing. */
    static @Nullable Duration seconds(
            JsonNode parent, String path, String field, int highest, @Nullable Duration otherwise) {
        JsonNode value = parent.path(field);
        if (value.isMissingNode() || value.isNull()) {
            return otherwise;
        }
        if (!value.isIntegralNumber() || !value.canConvertToInt() || value.asInt() < 1 || value.asInt() > highest) {
            throw problem(path + "." + field, value, "a whole number from 1 to " + highest);
        }
        return Duration.ofSeconds(value.asInt());
    }

    static Duration seconds(JsonNode parent, String path, String field, int highest, int otherwise) {
        return Objects.requireNonNull(seconds(parent, path, field, highest, Duration.ofSeconds(otherwise)));
    }

    private static String shown(JsonNode value) {
        if (value.isMissingNode() || value.isNull()) {
            return "missing";
        }
        String text = value.toString();
        return text.length() <= LONGEST_SHOWN ? text : text.substring(0, LONGEST_SHOWN) + "…";
    }
}
