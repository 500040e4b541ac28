package dev.edgewise.scheduler.facts;

import java.util.function.BiConsumer;

/** The change of a fact by one step: its values before and after. */
public record FactChange<T>(FactKey<T> key, T before, T after) {
    /** Whether the value is another one. */
    public boolean isOther() {
        return before != after;
    }

    /** Hands the values before and after to the consumer if this is a change of that fact. */
    @SuppressWarnings("unchecked")
    public <U> void ifOf(FactKey<U> other, BiConsumer<U, U> consumer) {
        if (key == (FactKey<?>) other) {
            consumer.accept((U) before, (U) after);
        }
    }
}
