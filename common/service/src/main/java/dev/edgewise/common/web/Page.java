package dev.edgewise.common.web;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A part of a list: the one form of lists in answers, as the whole answer or, where that has more, as one of its
 * fields.
 *
 * @param next what to hand in as {@code continue} for the part that follows; null if this is the last
 */
public record Page<T>(List<T> items, @JsonProperty("continue") @Nullable String next) {
    /**
     * The most elements of a page. Services ask others for pages of this length, which may be older: it must not grow.
     */
    public static final int LONGEST = 500;

    /**
     * The first elements of what is left of a list.
     *
     * @param token names an element, so that the next page begins after it
     * @throws InvalidInputException if the limit is not 1..{@value #LONGEST}
     */
    public static <S, T> Page<T> of(Stream<S> rest, int limit, Function<S, String> token, Function<S, T> answer) {
        requireLength("limit", limit);
        List<S> some = rest.limit(limit + 1L).toList();
        boolean more = some.size() > limit;
        List<S> items = more ? some.subList(0, limit) : some;
        return new Page<>(items.stream().map(answer).toList(), more ? token.apply(items.get(limit - 1)) : null);
    }

    /** @throws InvalidInputException if the length that the field asks for is not 1..{@value #LONGEST} */
    public static void requireLength(String field, int length) {
        if (length < 1 || length > LONGEST) {
            throw new InvalidInputException(field, length, "a whole number from 1 to " + LONGEST);
        }
    }
}
