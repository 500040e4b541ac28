package dev.edgewise.kubernetes.watch;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

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
    /** Whether the last byte was a backslash that escapes the next one. */
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
        int written = 0;
        while (written < length && (position < limit || written == 0)) {
            if (position == limit && !fill()) {
                return -1;
            }
            if (depth > 0) {
                position = skip(position);
            } else {
                int from = position;
                position = keep(from, Math.min(limit, from + length - written));
                System.arraycopy(buffer, from, into, offset + written, position - from);
                written += position - from;
            }
        }
        return written;
    }

    /**
     * Follows the text outside of the arrays; returns where it ends, which is behind the bracket that begins such an
     * array.
     */
    private int keep(int from, int end) {
        int at = from;
        while (at < end && depth == 0) {
            at = inString ? string(at, end) : between(at, end);
        }
        return at;
    }

    /** Follows what is between strings; returns where the next string begins. */
    private int between(int from, int end) {
        for (int at = from; at < end; at++) {
            byte next = buffer[at];
            if (next == '"') {
                inString = true;
                matched = 0;
                named = false;
                return at + 1;
            } else if (next == '[' && named) {
                depth = 1;
                named = false;
                return at + 1;
            } else if (next != ':' && next > ' ') {
                named = false;
            }
        }
        return end;
    }

    /** Follows a string that is kept; returns where it ends. */
    private int string(int from, int end) {
        int last = endOfString(from, end);
        boolean ended = !inString;
        int length = (ended ? last - 1 : last) - from;
        boolean matches = matched >= 0
                && matched + length <= NAME.length
                && Arrays.equals(buffer, from, from + length, NAME, matched, matched + length);
        matched = matches ? matched + length : NO_MATCH;
        named = ended && matched == NAME.length;
        return last;
    }

    /** Returns where the string ends that is open, behind its quote; or the end of what there is. */
    private int endOfString(int from, int end) {
        byte[] bytes = buffer;
        int at = escaped ? from + 1 : from;
        escaped = false;
        while (at < end) {
            byte next = bytes[at++];
            if (next == '"') {
                inString = false;
                return at;
            }
            if (next == '\\') {
                escaped = at == end;
                at++;
            }
        }
        return end;
    }

    /** Leaves out; returns where the bracket is that ends the array, or the end of what there is. */
    private int skip(int from) {
        int at = from;
        while (at < limit) {
            if (inString) {
                at = endOfString(at, limit);
                continue;
            }
            byte next = buffer[at];
            if (next == ']' && --depth == 0) {
                return at;
            }
            depth += next == '[' ? 1 : 0;
            inString = next == '"';
            at++;
        }
        return limit;
    }

    private boolean fill() throws IOException {
        position = 0;
        limit = Math.max(in.read(buffer, 0, buffer.length), 0);
        return limit > 0;
    }
}
