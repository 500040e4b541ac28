package dev.edgewise.scheduler.explain;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.edgewise.common.TruncatedText;
import dev.edgewise.common.web.InvalidInputException;
import org.jspecify.annotations.Nullable;

/**
 * The reason why one element of a request has no answer, or does not count, while the others do.
 *
 * @param index of the element in its list, from 0
 * @param field the element, or its field, such as {@code pods[3].like}; null if no field is wrong
 * @param value what the field is; null if no field is wrong
 * @param allowed what the field may be; null if no field is wrong
 * @param message the same in a sentence
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record SimulationRequestElementError(
        Reason reason,
        int index,
        @Nullable String field,
        @Nullable String value,
        @Nullable String allowed,
        String message) {
    private static final int LONGEST_VALUE = 256;

    /** The kinds of errors. */
    enum Reason {
        /** A field has a value that is not allowed. */
        INVALID,
        /** The pod that is named is not there. */
        NOT_FOUND,
        /** The pod takes longer than one pod may. */
        TOO_SLOW,
        /** The scheduler fails for this pod; its log says why. */
        FAILED
    }

    static SimulationRequestElementError invalid(String list, int index, InvalidInputException e) {
        String inner = e.field().isEmpty() ? "" : "." + e.field();
        return of(Reason.INVALID, index, list + "[" + index + "]" + inner, e.value(), e.allowed());
    }

    /** @param field of the element; empty for the element itself */
    static SimulationRequestElementError notFound(String list, int index, String field, Object key) {
        String inner = field.isEmpty() ? "" : "." + field;
        return of(Reason.NOT_FOUND, index, list + "[" + index + "]" + inner, key.toString(), "a pod that is there");
    }

    static SimulationRequestElementError ofPod(Reason reason, int index, String message) {
        return new SimulationRequestElementError(reason, index, null, null, null, message);
    }

    private static SimulationRequestElementError of(
            Reason reason, int index, String field, String value, String allowed) {
        String shown = TruncatedText.of(value, LONGEST_VALUE);
        return new SimulationRequestElementError(
                reason, index, field, shown, allowed, field + " is " + shown + ": it must be " + allowed);
    }
}
