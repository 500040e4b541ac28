package dev.edgewise.networkprobe.agent.echo;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * The node that an echo request is sent to, as the signature has it. Sender and responder both know the node's name,
 * whereas NAT may change its address.
 *
 * @param number a hash of the name, so that a long name takes no longer to sign
 */
public record EchoTarget(long number) {
    private static final SipHash NAMES = new SipHash(0, 0);

    public static EchoTarget of(String node) {
        byte[] name = node.getBytes(UTF_8);
        long[] words = new long[(name.length + Long.BYTES - 1) / Long.BYTES];
        ByteBuffer.wrap(Arrays.copyOf(name, words.length * Long.BYTES))
                .order(ByteOrder.LITTLE_ENDIAN)
                .asLongBuffer()
                .get(words);
        return new EchoTarget(NAMES.hash(words));
    }
}
