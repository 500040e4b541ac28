package dev.edgewise.scheduler.slots.state;

import dev.edgewise.common.Names;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The annotation {@code edgewise.dev/slots} of a pod: the slots that it may go to.
 *
 * @param testbedUid uid of the testbed
 * @param epoch of the run that the pod belongs to
 * @param positions of the slots, ascending, each once
 */
public record AllowedSlotsAnnotation(String testbedUid, long epoch, List<Integer> positions) {
    /** The form of the annotation, to complete "it must be …". */
    static final String ALLOWED = "<uid of the testbed>/<epoch>/<positions with commas>, such as 6f1e0c52/7/0,2";

    private static final int MOST_POSITIONS = 1_000;
    /** Annotations are cut to a larger length: the rest of a longer one would name other slots. */
    private static final int LONGEST = 4_095;

    private static final int PARTS = 3;
    private static final int MOST_DIGITS = 18;
    private static final int MOST_DIGITS_OF_POSITION = 6;

    public AllowedSlotsAnnotation {
        positions = positions.stream().sorted().toList();
    }

    /** Returns the annotation's value. */
    public String text() {
        return testbedUid + "/" + epoch + "/"
                + positions.stream().map(String::valueOf).collect(Collectors.joining(","));
    }

    /** Returns the name of the annotation. */
    public static String annotation() {
        return Names.SLOTS_ANNOTATION;
    }

    /** Reads the annotation's value. Returns null if it has another form. */
    public static @Nullable AllowedSlotsAnnotation read(String text) {
        String[] parts = text.split("/", PARTS + 1);
        if (text.length() > LONGEST
                || parts.length != PARTS
                || parts[0].isEmpty()
                || !isNumber(parts[1], MOST_DIGITS)) {
            return null;
        }
        List<Integer> positions = new ArrayList<>();
        for (String position : parts[2].split(",", MOST_POSITIONS + 1)) {
            if (!isNumber(position, MOST_DIGITS_OF_POSITION)) {
                return null;
            }
            positions.add(Integer.valueOf(position));
        }
        boolean isDistinct = new HashSet<>(positions).size() == positions.size();
        return isDistinct ? new AllowedSlotsAnnotation(parts[0], Long.parseLong(parts[1]), positions) : null;
    }

    static boolean isNumber(String text, int mostDigits) {
        return !text.isEmpty()
                && text.length() <= mostDigits
                && text.chars().allMatch(digit -> digit >= '0' && digit <= '9');
    }
}
