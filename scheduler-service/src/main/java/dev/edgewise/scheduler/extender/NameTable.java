package dev.edgewise.scheduler.extender;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import org.jspecify.annotations.Nullable;

/**
 * Names that were sent before: each question names the same nodes. Thread-safe without a lock: one that is forgotten, as others take its place, is made
 * again.
 */
final class NameTable {
    private static final int BITS = 16;
    /** 2^32 over the golden ratio: names that differ in a digit come far apart. */
    private static final int SPREAD = 0x9E3779B9;

    /** Longer ones are not kept, so that all take 15 MB at most, in a cluster that has named as many nodes. */
    private static final int LONGEST = 63;

    private final @Nullable Name[] slots = new Name[1 << BITS];

    /**
     * The name that stands there, of ASCII characters that need no escape.
     *
     * @param from where it begins, with its quotes
     * @param hash the same for the same bytes
     */
    Name name(byte[] body, int from, int to, int hash) {
        int slot = hash * SPREAD >>> Integer.SIZE - BITS;
        Name known = slots[slot];
        if (known != null && known.is(body, from, to)) {
            return known;
        }
        int length = to - from - 2;
        String text = new String(body, from + 1, length, ISO_8859_1);
        if (length > LONGEST) {
            return Name.of(text, body, from, to);
        }
        // As names of nodes in the snapshot are: the same object is found without a look at its characters.
        Name name = Name.of(text.intern(), body, from, to);
        slots[slot] = name;
        return name;
    }
}
