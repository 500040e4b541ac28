package dev.edgewise.scheduler.slots.kubernetes;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Constants as objects of the API have them: in CamelCase. */
final class EnumText {
    private EnumText() {}

    /** Returns the text, such as {@code InQueue} of {@code IN_QUEUE}. */
    static String of(Enum<?> constant) {
        StringBuilder text = new StringBuilder();
        for (String word : constant.name().split("_")) {
            text.append(word.charAt(0)).append(word.substring(1).toLowerCase(Locale.ROOT));
        }
        return text.toString();
    }

    /**
     * Returns the constant of that text; the default if there is none, as in a status that a newer version of this
     * service wrote. The leader then writes the state that it finds itself.
     */
    static <E extends Enum<E>> E read(Class<E> type, @Nullable String text, E otherwise) {
        for (E constant : type.getEnumConstants()) {
            if (of(constant).equals(text)) {
                return constant;
            }
        }
        return otherwise;
    }
}
