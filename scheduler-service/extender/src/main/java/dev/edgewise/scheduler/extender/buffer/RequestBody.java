package dev.edgewise.scheduler.extender.buffer;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.edgewise.scheduler.extender.buffer.BufferPool.Buffer;
import java.util.Arrays;

/**
 * The body of a request as it was sent. Its parts are converted to texts where they are needed.
 *
 * @param bytes of which the first {@code length} are the body; not to be changed
 * @param length in bytes
 */
@SuppressWarnings("ArrayRecordComponent")
public record RequestBody(byte[] bytes, int length) {
    public static RequestBody of(String text) {
        byte[] bytes = text.getBytes(UTF_8);
        return new RequestBody(bytes, bytes.length);
    }

    public String text(ByteRange part) {
        return new String(bytes, part.from(), part.length(), UTF_8);
    }

    public void write(ByteRange part, Buffer output) {
        output.write(bytes, part.from(), part.length());
    }

    /** Returns a part as a body of its own. */
    public RequestBody copy(ByteRange part) {
        return new RequestBody(Arrays.copyOfRange(bytes, part.from(), part.to()), part.length());
    }

    /** Returns whether a part equals that part of the other body, byte for byte. */
    public boolean has(ByteRange part, RequestBody other, ByteRange same) {
        return Arrays.equals(bytes, part.from(), part.to(), other.bytes, same.from(), same.to());
    }

    /** Returns the part from that byte to the end. */
    public ByteRange from(int first) {
        return new ByteRange(first, length);
    }
}
