package dev.edgewise.scheduler.extender;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.edgewise.scheduler.extender.BufferPool.Buffer;
import java.util.Arrays;

/**
 * The body of a request as it was sent. Its parts are converted to texts where they are needed.
 *
 * @param bytes of which the first {@code length} are the body; not to be changed
 * @param length in bytes
 */
@SuppressWarnings("ArrayRecordComponent")
record RequestBody(byte[] bytes, int length) {
    static RequestBody of(String text) {
        byte[] bytes = text.getBytes(UTF_8);
        return new RequestBody(bytes, bytes.length);
    }

    String text(Part part) {
        return new String(bytes, part.from(), part.length(), UTF_8);
    }

    void write(Part part, Buffer output) {
        output.write(bytes, part.from(), part.length());
    }

    /** A part as a body of its own. */
    RequestBody copy(Part part) {
        return new RequestBody(Arrays.copyOfRange(bytes, part.from(), part.to()), part.length());
    }

    /** Whether a part is that part of the other body, byte for byte. */
    boolean has(Part part, RequestBody other, Part same) {
        return Arrays.equals(bytes, part.from(), part.to(), other.bytes, same.from(), same.to());
    }

    /** Returns the part from that byte to the end. */
    Part from(int first) {
        return new Part(first, length);
    }

    /**
     * The position of a value.
     *
     * @param from its first byte
     * @param to the byte after its last one
     */
    record Part(int from, int to) {
        int length() {
            return to - from;
        }
    }
}
