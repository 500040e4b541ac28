package dev.edgewise.scheduler.slots.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;

/** Reads values of a spec, each within its limits. An older definition, or none, admits others. */
final class SpecReader {
    private static final int LONGEST_SHOWN = 60;

    private SpecReader() {}

    static String text(JsonNode parent, String path, String field, int longest) {
        JsonNode value = parent.path(field);
        if (!value.isTextual() || value.asText().isEmpty() || value.asText().length() > longest) {
            throw new SpecException(path + "." + field, shown(value), "a text of 1 to " + longest + " characters");
        }
        return value.asText();
    }

    static int number(JsonNode parent, String path, String field, int lowest, int highest) {
        return number(parent.path(field), path + "." + field, lowest, highest);
    }

    static int number(JsonNode value, String path, int lowest, int highest) {
        if (!value.canConvertToInt()
                || !value.isIntegralNumber()
                || value.asInt() < lowest
                || value.asInt() > highest) {
            throw new SpecException(path, shown(value), "a whole number from " + lowest + " to " + highest);
        }
        return value.asInt();
    }

    static int number(JsonNode parent, String path, String field, int lowest, int highest, int otherwise) {
        return parent.has(field) ? number(parent, path, field, lowest, highest) : otherwise;
    }

    /** Returns the value as messages show it. */
    static String shown(JsonNode value) {
        if (value.isMissingNode() || value.isNull()) {
            return "missing";
        }
        String text = value.toString();
        return text.length() <= LONGEST_SHOWN ? text : text.substring(0, LONGEST_SHOWN) + "…";
    }
}
