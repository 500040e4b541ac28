package dev.edgewise.scheduler.slots.state;

import dev.edgewise.common.Names;
import org.jspecify.annotations.Nullable;

/**
 * The annotation {@code edgewise.dev/slot} of a bound pod: the slot that its binding took.
 *
 * @param testbedUid uid of the testbed
 * @param position of the slot
 * @param epoch of the run that the pod belongs to
 */
public record BoundSlotAnnotation(String testbedUid, int position, long epoch) {
    private static final int PARTS = 3;
    private static final int MOST_DIGITS = 18;
    private static final int MOST_DIGITS_OF_POSITION = 6;

    /** Returns the annotation's value. */
    public String text() {
        return testbedUid + "/" + position + "/" + epoch;
    }

    /** Returns the name of the annotation. */
    public static String annotation() {
        return Names.SLOT_ANNOTATION;
    }

    /** Reads the annotation's value. Returns null if it has another form. */
    public static @Nullable BoundSlotAnnotation read(String text) {
        String[] parts = text.split("/", PARTS + 1);
        boolean isOne = parts.length == PARTS
                && !parts[0].isEmpty()
                && AllowedSlotsAnnotation.isNumber(parts[1], MOST_DIGITS_OF_POSITION)
                && AllowedSlotsAnnotation.isNumber(parts[2], MOST_DIGITS);
        return isOne ? new BoundSlotAnnotation(parts[0], Integer.parseInt(parts[1]), Long.parseLong(parts[2])) : null;
    }
}
