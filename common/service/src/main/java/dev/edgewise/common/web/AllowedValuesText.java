package dev.edgewise.common.web;

import java.util.Arrays;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Describes, in a user's words, the values that a Java type allows. */
final class AllowedValuesText {
    private AllowedValuesText() {}

    static String of(@Nullable Class<?> type) {
        if (type == null) {
            return "of another type";
        }
        if (type.isEnum()) {
            return Arrays.stream(type.getEnumConstants())
                    .map(String::valueOf)
                    .collect(Collectors.joining(", ", "one of ", ""));
        }
        return switch (type.getSimpleName()) {
            case "int", "Integer", "long", "Long" -> "a whole number";
            case "double", "Double", "float", "Float" -> "a number";
            case "boolean", "Boolean" -> "true or false";
            case "String" -> "a text";
            case "Instant" -> "a time such as 2026-01-31T12:00:00Z";
            case "Duration" -> "a duration such as PT10S";
            default -> "a JSON " + (type.isArray() || Iterable.class.isAssignableFrom(type) ? "array" : "object");
        };
    }
}
