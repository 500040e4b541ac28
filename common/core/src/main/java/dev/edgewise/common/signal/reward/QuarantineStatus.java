package dev.edgewise.common.signal.reward;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** Says whether pods of a type may go to a node. */
public enum QuarantineStatus {
    /** The value decides how good the node is. */
    OPEN,
    /** The node gets no pods of the type for some time, as too many failed. */
    QUARANTINED,
    /** One pod may try whether the node has healed. */
    PROBATION;

    private final String text = name().toLowerCase(Locale.ROOT);

    /**
     * Reads what {@link #toString} wrote.
     *
     * @throws IllegalArgumentException if it is none; the message names the text and what is allowed
     */
    public static QuarantineStatus parse(String text) {
        for (QuarantineStatus state : values()) {
            if (state.text.equals(text)) {
                return state;
            }
        }
        throw new IllegalArgumentException("state is \"" + text + "\": it must be one of "
                + Arrays.stream(values()).map(QuarantineStatus::toString).collect(Collectors.joining(", ")));
    }

    @Override
    public String toString() {
        return text;
    }
}
