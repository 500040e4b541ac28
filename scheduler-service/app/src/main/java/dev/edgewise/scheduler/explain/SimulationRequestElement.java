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
record SimulationRequestElement<T>(
        String list, int index, @Nullable T value, @Nullable SimulationRequestElementError error) {
    /** Reads an element; an invalid one becomes an error. */
    static <T> SimulationRequestElement<T> read(String list, int index, Supplier<T> reader) {
        try {
            return new SimulationRequestElement<>(list, index, reader.get(), null);
        } catch (InvalidInputException e) {
            return new SimulationRequestElement<>(
                    list, index, null, SimulationRequestElementError.invalid(list, index, e));
        }
    }

    /** The element without its value, which names an object that is not there. */
    SimulationRequestElement<T> notFound(String field, Object value) {
        return new SimulationRequestElement<>(
                list, index, null, SimulationRequestElementError.notFound(list, index, field, value));
    }

    /** The value, if there is one. */
    Stream<T> values() {
        return Stream.ofNullable(value);
    }
}
