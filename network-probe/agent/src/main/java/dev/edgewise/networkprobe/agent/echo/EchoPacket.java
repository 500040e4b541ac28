package dev.edgewise.networkprobe.agent.echo;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * An echo request or its reply, both of {@value #BYTES} bytes, so that a spoofed source never gets more than was sent
 * in its name. In network byte order: {@code "EDGW"}, version, type, two bytes of flags, session, sequence, the
 * sender's time, the hold time, and the signature.
 *
 * @param reply whether this answers a request
 * @param late flag 1 of a reply: the responder lacked processor time, so the request may have waited before it was read
 * @param session chosen at random when the sender starts
 * @param sequence counts the sender's requests
 * @param sentNanos the sender's monotonic time; means nothing to others
 * @param holdNanos how long the responder had the request, in ns, ≥ 0; 0 in a request
 * @param signature of a request, by the key of the cluster's agents; {@value #UNSIGNED} without one, and in a reply
 */
public record EchoPacket(
        boolean reply, boolean late, long session, long sequence, long sentNanos, long holdNanos, long signature) {
    public static final int BYTES = 48;
    /** The signature of a request without one. */
    public static final long UNSIGNED = 0;

    private static final int MAGIC = 0x45444757;
    private static final byte VERSION = 1;
    private static final byte REQUEST = 1;
    private static final byte REPLY = 2;
    private static final short LATE = 1;

    public EchoPacket {
        if (late && !reply) {
            throw new IllegalArgumentException("a request is late: only a reply can be");
        }
        if (reply && signature != UNSIGNED) {
            throw new IllegalArgumentException("a reply is signed: only a request can be");
        }
        if (holdNanos < 0 || !reply && holdNanos != 0) {
            throw new IllegalArgumentException("hold time is " + holdNanos + ": it must be 0 ns, or more in a reply");
        }
    }

    /** A packet without a signature. */
    public EchoPacket(boolean reply, boolean late, long session, long sequence, long sentNanos, long holdNanos) {
        this(reply, late, session, sequence, sentNanos, holdNanos, UNSIGNED);
    }

    public static EchoPacket request(long session, long sequence, long sentNanos) {
        return new EchoPacket(false, false, session, sequence, sentNanos, 0);
    }

    /** Returns this request with that signature. */
    EchoPacket signed(long by) {
        return new EchoPacket(reply, late, session, sequence, sentNanos, holdNanos, by);
    }

    /** The reply to this request after it was held for some ns; less than none counts as none. */
    public EchoPacket answeredAfter(long nanos, boolean late) {
        return new EchoPacket(true, late, session, sequence, sentNanos, Math.max(0, nanos));
    }

    /** Reads all that remains; null unless that is one well-formed packet. */
    public static @Nullable EchoPacket decode(ByteBuffer bytes) {
        if (bytes.remaining() != BYTES || bytes.getInt() != MAGIC || bytes.get() != VERSION) {
            return null;
        }
        byte type = bytes.get();
        short flags = bytes.getShort();
        long session = bytes.getLong();
        long sequence = bytes.getLong();
        long sentNanos = bytes.getLong();
        long holdNanos = bytes.getLong();
        long signature = bytes.getLong();
        boolean wellFormed = type == REPLY
                ? holdNanos >= 0 && (flags & ~LATE) == 0 && signature == UNSIGNED
                : type == REQUEST && holdNanos == 0 && flags == 0;
        return wellFormed
                ? new EchoPacket(type == REPLY, flags == LATE, session, sequence, sentNanos, holdNanos, signature)
                : null;
    }

    /** Replaces what the buffer holds by this packet, ready to be sent. */
    public void encode(ByteBuffer bytes) {
        bytes.clear();
        bytes.putInt(MAGIC).put(VERSION).put(reply ? REPLY : REQUEST).putShort(late ? LATE : 0);
        bytes.putLong(session)
                .putLong(sequence)
                .putLong(sentNanos)
                .putLong(holdNanos)
                .putLong(signature);
        bytes.flip();
    }
}
