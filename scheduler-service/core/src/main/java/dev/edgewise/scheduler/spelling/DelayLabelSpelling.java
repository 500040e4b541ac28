package dev.edgewise.scheduler.spelling;

import dev.edgewise.common.DidYouMean;
import dev.edgewise.common.Names;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Recognizes keys that were meant to be a label {@code delay_<ref>}, such as {@code delay-edge-1} and {@code
 * dealy_edge-1}.
 */
final class DelayLabelSpelling {
    private static final String WORD = "delay";
    private static final int MOST_EDITS = 2;
    private static final String SEPARATORS = "_-./";
    /** English words that are one edit away from {@value #WORD}: labels may well begin with them. */
    private static final Set<String> ORDINARY = Set.of("relay", "decay", "belay", "delta");

    private DelayLabelSpelling() {}

    /**
     * Returns the label that the key was probably meant to be; null if there is none.
     *
     * @param key of a label or annotation, without a prefix of ours
     * @param isReference whether a node or workload of that name is there; asked only about keys that begin alike
     */
    static @Nullable String meant(String key, @Nullable String value, Predicate<String> isReference) {
        if (key.isEmpty() || !mayBeginAlike(key)) {
            return null;
        }
        int end = endOfWord(key);
        if (end < 0) {
            return joined(key, isReference);
        }
        String reference = key.substring(Math.max(key.lastIndexOf('/'), end) + 1);
        if (reference.isEmpty()) {
            return null;
        }
        String word = key.substring(0, end).toLowerCase(Locale.ROOT);
        int edits = ORDINARY.contains(word) ? MOST_EDITS : DidYouMean.distance(word, WORD, MOST_EDITS);
        if (edits > MOST_EDITS) {
            return null;
        }
        boolean isNumber = startsWithDigit(value);
        boolean meant =
                edits < MOST_EDITS ? isNumber || isReference.test(reference) : isNumber && isReference.test(reference);
        return meant ? Names.DELAY_LABEL_PREFIX + reference : null;
    }

    /** Nearly all keys of nearly all pods end here. */
    private static boolean mayBeginAlike(String key) {
        return isD(key.charAt(0)) || isE(key.charAt(0)) || (key.length() > 1 && isD(key.charAt(1)));
    }

    private static boolean isD(char letter) {
        return letter == 'd' || letter == 'D';
    }

    private static boolean isE(char letter) {
        return letter == 'e' || letter == 'E';
    }

    /** Returns the index of the first separator; -1 if no word as short as {@value #WORD} ends with one. */
    private static int endOfWord(String key) {
        int most = Math.min(key.length(), WORD.length() + MOST_EDITS + 1);
        for (int i = 0; i < most; i++) {
            if (SEPARATORS.indexOf(key.charAt(i)) >= 0) {
                return i;
            }
        }
        return -1;
    }

    /** {@code delayedge-1}: only where {@code edge-1} is there, as many words begin so. */
    private static @Nullable String joined(String key, Predicate<String> isReference) {
        if (!key.regionMatches(true, 0, WORD, 0, WORD.length())) {
            return null;
        }
        String reference = key.substring(WORD.length());
        return !reference.isEmpty() && isReference.test(reference) ? Names.DELAY_LABEL_PREFIX + reference : null;
    }

    private static boolean startsWithDigit(@Nullable String value) {
        return value != null && !value.isEmpty() && (value.charAt(0) == '.' || Character.isDigit(value.charAt(0)));
    }
}
