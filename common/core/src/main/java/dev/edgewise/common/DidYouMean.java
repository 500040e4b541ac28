package dev.edgewise.common;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds the word that a mistyped one was probably meant to be. */
public final class DidYouMean {
    private DidYouMean() {}

    /**
     * The word that the typed one is the fewest edits away from; of several the first one.
     *
     * @param most how many edits away it may be
     * @return null if there is none
     */
    public static @Nullable String nearest(String typed, Iterable<String> words, int most) {
        String nearest = null;
        int within = most;
        for (String word : words) {
            int distance = distance(typed, word, within);
            if (distance <= within) {
                nearest = word;
                within = distance - 1;
            }
        }
        return nearest;
    }

    /**
     * Number of characters that have to be inserted, removed, replaced or swapped with the next one to turn one word
     * into the other.
     *
     * @param most more edits are not told apart: the answer is one more than that
     */
    public static int distance(String a, String b, int most) {
        return edits(a, b, most);
    }

    /** Edit distance; computes only the columns around the diagonal that {@code most} edits can reach. */
    static int edits(CharSequence a, CharSequence b, int most) {
        if (Math.abs(a.length() - b.length()) > most) {
            return most + 1;
        }
        int[] beforeLast = new int[b.length() + 2];
        int[] last = new int[b.length() + 2];
        int[] row = new int[b.length() + 2];
        Arrays.setAll(last, column -> column);
        for (int i = 1; i <= a.length(); i++) {
            int first = Math.max(1, i - most);
            int end = Math.min(b.length(), i + most);
            row[first - 1] = first == 1 ? i : most + 1;
            int least = row[first - 1];
            for (int j = first; j <= end; j++) {
                int other = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
                row[j] = Math.min(Math.min(last[j], row[j - 1]) + 1, last[j - 1] + other);
                row[j] = areSwapped(a, b, i, j) ? Math.min(row[j], beforeLast[j - 2] + 1) : row[j];
                least = Math.min(least, row[j]);
            }
            row[end + 1] = most + 1;
            if (least > most) {
                return most + 1;
            }
            int[] free = beforeLast;
            beforeLast = last;
            last = row;
            row = free;
        }
        return Math.min(last[b.length()], most + 1);
    }

    /** The words with the most letters in common with the typed one, at the beginning and the end. */
    public static List<String> alike(String typed, Collection<String> words) {
        int most = words.stream().mapToInt(word -> inCommon(word, typed)).max().orElse(0);
        return words.stream().filter(word -> inCommon(word, typed) == most).toList();
    }

    /** Asks for a single word, or lists several. */
    public static String sentence(List<String> meant) {
        return meant.size() == 1
                ? "Did you mean " + meant.get(0) + "?"
                : "There are: " + String.join(", ", meant) + ".";
    }

    private static boolean areSwapped(CharSequence a, CharSequence b, int i, int j) {
        return i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
    }

    private static int inCommon(String a, String b) {
        int most = Math.min(a.length(), b.length());
        int first = 0;
        while (first < most && a.charAt(first) == b.charAt(first)) {
            first++;
        }
        int last = 0;
        while (last < most - first && a.charAt(a.length() - 1 - last) == b.charAt(b.length() - 1 - last)) {
            last++;
        }
        return first + last;
    }
}
