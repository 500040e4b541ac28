package dev.edgewise.global.kubernetes;

import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Constants as objects of the API have them: in CamelCase. */
final class EnumText {
    private EnumText() {}

    /** Returns the text, such as {@code LowLatency} of {@code LOW_LATENCY}. */
    static String of(Enum<?> constant) {
        StringBuilder text = new StringBuilder();
        for (String word : constant.name().split("_")) {
            text.append(word.charAt(0)).append(word.substring(1).toLowerCase(Locale.ROOT));
        }
        return text.toString();
    }

    /** Returns the constant of that text; null if there is none. */
    static <E extends Enum<E>> @Nullable E find(Class<E> type, String text) {
        for (E constant : type.getEnumConstants()) {
            if (of(constant).equals(text)) {
                return constant;
            }
        }
        return null;
    }

    /** Returns all texts, for people. */
    static String all(Class<? extends Enum<?>> type) {
        return Stream.of(type.getEnumConstants()).map(EnumText::of).collect(Collectors.joining(", ", "one of ", ""));
    }
}
