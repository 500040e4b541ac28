package dev.edgewise.scheduler.extender;

import java.util.Arrays;

/**
 * A name of a node.
 *
 * @param text as nodes of the cluster have it
 * @param quoted the bytes that were sent, with their quotes; not to be changed
 */
@SuppressWarnings("ArrayRecordComponent")
record Name(String text, byte[] quoted) {
    /** @param from where it stands in the body, with its quotes */
    static Name of(String text, byte[] body, int from, int to) {
        return new Name(text, Arrays.copyOfRange(body, from, to));
    }

    /** Whether the same bytes stand there. */
    boolean is(byte[] body, int from, int to) {
        return Arrays.equals(quoted, 0, quoted.length, body, from, to);
    }
}
