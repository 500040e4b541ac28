package dev.edgewise.scheduler.kubernetes.limits;

import dev.edgewise.kubernetes.watch.InvalidObjectException;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;

/** Reads the remaining fields of an object that cannot be read as a whole. */
public final class LenientReader {
    private LenientReader() {}

    /**
     * Applies one loss after the other until the object can be converted.
     *
     * @param problem why it cannot as it is
     * @throws InvalidObjectException if it cannot after all of them
     */
    public static <T, R> R what(
            T object, List<Consumer<T>> losses, Function<T, R> conversion, InvalidObjectException problem) {
        InvalidObjectException last = problem;
        for (Consumer<T> loss : losses) {
            loss.accept(object);
            try {
                return conversion.apply(object);
            } catch (InvalidObjectException another) {
                last = another;
            }
        }
        throw last;
    }

    public static void dropUnreadable(Map<String, Quantity> amounts) {
        amounts.entrySet().removeIf(amount -> !isReadable(amount));
    }

    private static boolean isReadable(Map.Entry<String, Quantity> amount) {
        try {
            ResourceSum.of("", Collections.singletonMap(amount.getKey(), amount.getValue()));
            return true;
        } catch (InvalidObjectException unreadable) {
            return false;
        }
    }
}
