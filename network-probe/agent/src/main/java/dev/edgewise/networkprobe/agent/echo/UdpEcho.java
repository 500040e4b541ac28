package dev.edgewise.networkprobe.agent.echo;

import dev.edgewise.networkprobe.agent.loop.CpuStalls;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.util.function.LongSupplier;

/**
 * Answers echo requests, and nothing else; a reply is never answered, so two responders cannot be set upon each other.
 */
final class UdpEcho {
    private static final int MOST_AT_ONCE = 64;

    private final DatagramChannel channel;
    private final EchoLimits limits;
    private final CpuStalls stalls;
    private final LongSupplier nanos;
    /** Buffer of one byte more than a packet has, so that a longer one is noticed. */
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(EchoPacket.BYTES + 1);

    UdpEcho(DatagramChannel channel, EchoLimits limits, CpuStalls stalls, LongSupplier nanos) {
        this.channel = channel;
        this.limits = limits;
        this.stalls = stalls;
        this.nanos = nanos;
    }

    /** Answers what has arrived; the first was there when this thread woke, so it is held from then on. */
    void ready() throws IOException {
        long receivedNanos = nanos.getAsLong();
        for (int i = 0; i < MOST_AT_ONCE; i++) {
            buffer.clear();
            InetSocketAddress source = (InetSocketAddress) channel.receive(buffer);
            if (source == null) {
                return;
            }
            answer(source, receivedNanos);
            receivedNanos = nanos.getAsLong();
        }
    }

    private void answer(InetSocketAddress source, long receivedNanos) {
        EchoPacket request = EchoPacket.decode(buffer.flip());
        if (request == null || request.reply() || !limits.admits(request, source.getAddress(), receivedNanos)) {
            return;
        }
        long now = nanos.getAsLong();
        request.answeredAfter(now - receivedNanos, stalls.isRecent(now)).encode(buffer);
        try {
            channel.send(buffer, source);
        } catch (IOException e) {
            // There is no way back to this source; the next one matters more.
        }
    }
}
