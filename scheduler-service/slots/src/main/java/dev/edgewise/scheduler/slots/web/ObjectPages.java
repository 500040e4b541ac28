package dev.edgewise.scheduler.slots.web;

import dev.edgewise.common.web.InvalidInputException;
import dev.edgewise.common.web.Page;
import dev.edgewise.scheduler.slots.model.ObjectKey;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Makes pages of objects by namespace and name.
 *
 * @param namespace the only namespace; null for all
 * @param after the {@code continue} of the page before: namespace and name of its last object; null for the first page
 */
record ObjectPages(@Nullable String namespace, @Nullable String after, int limit) {
    /**
     * Returns the page.
     *
     * @param objects in the order of their keys
     * @throws InvalidInputException if the limit or the place to continue is none
     */
    <S, T> Page<T> of(List<S> objects, Function<S, ObjectKey> key, Function<S, T> response) {
        ObjectKey last = last();
        Stream<S> rest = objects.stream()
                .filter(one -> namespace == null || key.apply(one).namespace().equals(namespace))
                .filter(one -> last == null || key.apply(one).compareTo(last) > 0);
        return Page.of(rest, limit, one -> key.apply(one).toString(), response);
    }

    private @Nullable ObjectKey last() {
        if (after == null) {
            return null;
        }
        String[] parts = after.split("/", -1);
        if (parts.length != 2) {
            throw new InvalidInputException("continue", after, "that of the page before, a namespace and a name");
        }
        return new ObjectKey(parts[0], parts[1]);
    }
}
