package dev.edgewise.kubernetes.watch;

import java.io.IOException;
import java.io.InputStream;

/**
 * Leaves {@code managedFields} out of JSON before it is parsed. They are half of a pod's bytes, no decision depends on
 * them, and their names repeat what a tenant wrote, at any length. Each is replaced by an empty array.
 */
final class ManagedFieldsFilter extends InputStream {
    private static final byte[] NAME = {'m', 'a', 'n', 'a', 'g', 'e', 'd', 'F', 'i', 'e', 'l', 'd', 's'};
    private static final int NO_MATCH = -1;

    private final InputStream in;
    private final byte[] buffer = new byte[16 * 1024];
    private int position;
    private int limit;

    private boolean inString;
    private boolean escaped;
    /** Bytes of the name that the current string has matched so far. */
    private int matched = NO_MATCH;
    /** Whether the string before, with nothing but a colon and spaces since, was the name. */
    private boolean named;

    /** Open brackets of the array that is being left out; 0 outside. */
    private int depth;

    ManagedFieldsFilter(InputStream in) {
        this.in = in;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    /** Returns as soon as there is anything: a watch must not wait for more. */
    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        int written = 0;
        while (written == 0) {
            if (position == limit && !fill()) {
                return -1;
            }
            while (position < limit && written < length) {
                byte next = buffer[position++];
                if (depth > 0 ? isLastOfArray(next) : isKept(next)) {
                    into[offset + written++] = next;
                }
            }
        }
        return written;
    }

    /** Follows the text outside of the arrays; all of it is kept, the bracket that begins such an array too. */
    private boolean isKept(byte next) {
        if (inString) {
            inside(next);
        } else if (next == '"') {
            inString = true;
            matched = 0;
            named = false;
        } else if (next == '[' && named) {
            depth = 1;
            named = false;
        } else if (next != ':' && next > ' ') {
            named = false;
        }
        return true;
    }

    private void inside(byte next) {
        if (escaped) {
            escaped = false;
        } else if (next == '\\') {
            escaped = true;
            matched = NO_MATCH;
        } else if (next == '"') {
            inString = false;
            named = matched == NAME.length;
        } else if (matched >= 0) {
            matched = matched < NAME.length && NAME[matched] == next ? matched + 1 : NO_MATCH;
        }
    }

    private boolean isLastOfArray(byte next) {
        if (inString) {
            inString = escaped || next != '"';
            escaped = !escaped && next == '\\';
        } else if (next == '"') {
            inString = true;
        } else if (next == '[') {
            depth++;
        } else if (next == ']') {
            depth--;
        }
        return depth == 0;
    }

    private boolean fill() throws IOException {
        position = 0;
        limit = Math.max(in.read(buffer, 0, buffer.length), 0);
        return limit > 0;
    }
}
