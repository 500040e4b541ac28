package dev.edgewise.scheduler.extender;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Texts of names that were sent before: each question names the same nodes. Thread-safe without a lock: one that is forgotten, as others take its place,
 * is made again.
 */
final class NameTable {
    private static final int BITS = 16;
    /** 2^32 over the golden ratio: names that differ in a digit come far apart. */
    private static final int SPREAD = 0x9E3779B9;

    /** Longer ones are not kept, so that all take 13 MB at most, in a cluster that has named as many nodes. */
    private static final int LONGEST = 63;

    private final @Nullable Known[] slots = new Known[1 << BITS];

    /** A name with its bytes, which are compared faster than characters. */
    @SuppressWarnings("ArrayRecordComponent")
    private record Known(String text, byte[] bytes) {}

    /**
     * The text of ASCII bytes.
     *
     * @param hash the same for the same bytes
     */
    String text(byte[] body, int from, int to, int hash) {
        int slot = hash * SPREAD >>> Integer.SIZE - BITS;
        Known known = slots[slot];
        if (known != null && Arrays.equals(known.bytes, 0, known.bytes.length, body, from, to)) {
            return known.text;
        }
        String text = new String(body, from, to - from, ISO_8859_1);
        if (to - from > LONGEST) {
            return text;
        }
        // As names of nodes in the snapshot are: the same object is found without a look at its characters.
        String shared = text.intern();
        slots[slot] = new Known(shared, Arrays.copyOfRange(body, from, to));
        return shared;
    }
}
