package dev.edgewise.scheduler.explain;

import dev.edgewise.common.web.InvalidInputException;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * An element of a list of a request: its value, or why it has none.
 *
 * @param list name of the list
 * @param value null if the element cannot be read
 * @param error null if it can
 */
record RequestElement<T>(String list, int index, @Nullable T value, @Nullable RequestElementError error) {
    /** Reads an element; an invalid one becomes an error. */
    static <T> RequestElement<T> read(String list, int index, Supplier<T> reader) {
        try {
            return new RequestElement<>(list, index, reader.get(), null);
        } catch (InvalidInputException e) {
            return new RequestElement<>(list, index, null, RequestElementError.invalid(list, index, e));
        }
    }

    /** The element without its value, which names an object that is not there. */
    RequestElement<T> notFound(String field, Object value) {
        return new RequestElement<>(list, index, null, RequestElementError.notFound(list, index, field, value));
    }

    /** The value, if there is one. */
    Stream<T> values() {
        return Stream.ofNullable(value);
    }
}
