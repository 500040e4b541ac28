package dev.edgewise.kubernetes.watch;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Reads a message in protobuf's wire format, field by field.
 *
 * <p>Source: protobuf.dev, Encoding.
 */
final class ProtobufWireReader {
    private static final int VARINT = 0;
    private static final int FIXED_64 = 1;
    private static final int BYTES = 2;
    private static final int FIXED_32 = 5;
    private static final int TYPE_BITS = 3;
    private static final int MOST_BITS = 64;

    private final byte[] bytes;
    private final int end;
    private int at;
    /** Number and type of the field that is to be read. */
    private int tag;

    ProtobufWireReader(byte[] bytes, int from, int end) {
        this.bytes = bytes;
        this.at = from;
        this.end = end;
    }

    /** Goes to the next field, whose value must be read or skipped; returns false at the end. */
    boolean next() throws IOException {
        if (at == end) {
            return false;
        }
        tag = (int) varint();
        return true;
    }

    /** Goes to the next field if it is one more value of the field that was read last. */
    boolean nextOfSame() throws IOException {
        int before = at;
        int same = tag;
        if (next() && tag == same) {
            return true;
        }
        at = before;
        tag = same;
        return false;
    }

    /** Goes to the next field of that number, past others; returns false if there is none. */
    boolean find(int number) throws IOException {
        while (next()) {
            if (number() == number) {
                return true;
            }
            skip();
        }
        return false;
    }

    /** The number of the field. */
    int number() {
        return tag >>> TYPE_BITS;
    }

    long whole() throws IOException {
        require(VARINT);
        return varint();
    }

    String text() throws IOException {
        int from = beginBytes();
        return new String(bytes, from, at - from, UTF_8);
    }

    ProtobufWireReader message() throws IOException {
        int from = beginBytes();
        return new ProtobufWireReader(bytes, from, at);
    }

    /** Reader of the bytes after this prefix; null if the prefix differs. */
    @Nullable
    ProtobufWireReader behind(byte[] first) {
        boolean isThere =
                end - at >= first.length && Arrays.equals(bytes, at, at + first.length, first, 0, first.length);
        return isThere ? new ProtobufWireReader(bytes, at + first.length, end) : null;
    }

    void skip() throws IOException {
        switch (tag & 7) {
            case VARINT -> varint();
            case FIXED_64 -> advance(Long.BYTES);
            case BYTES -> advance(varint());
            case FIXED_32 -> advance(Integer.BYTES);
            default -> throw malformed("field " + number() + " has wire type " + (tag & 7));
        }
    }

    /** Offset of the field's first byte; the bytes end where the next field would begin. */
    private int beginBytes() throws IOException {
        require(BYTES);
        long length = varint();
        int from = at;
        advance(length);
        return from;
    }

    private void advance(long count) throws IOException {
        if (count < 0 || count > end - at) {
            throw malformed("field " + number() + " ends behind its message");
        }
        at += (int) count;
    }

    private long varint() throws IOException {
        long value = 0;
        for (int shift = 0; shift < MOST_BITS && at < end; shift += 7) {
            byte next = bytes[at++];
            value |= (next & 0x7fL) << shift;
            if (next >= 0) {
                return value;
            }
        }
        throw malformed("a number does not end");
    }

    private void require(int type) throws IOException {
        if ((tag & 7) != type) {
            throw malformed("field " + number() + " has wire type " + (tag & 7) + ", not " + type);
        }
    }

    private static UnreadableEventException malformed(String what) {
        return new UnreadableEventException("malformed protobuf: " + what);
    }
}
