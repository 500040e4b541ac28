package dev.edgewise.networkprobe.agent.probe;

import dev.edgewise.networkprobe.agent.echo.EchoPacket;
import dev.edgewise.networkprobe.agent.echo.EchoRequestSigner;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.channels.UnsupportedAddressTypeException;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Measures by echo packets. A reply counts only from the address that was asked, for an echo of this session that still
 * waits.
 */
final class UdpProbes {
    private final DatagramChannel channel;
    private final EchoScheduler measurement;
    private final EchoRequestSigner session;
    /** Buffer of one byte more than a packet has, so that a longer one is noticed. */
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(EchoPacket.BYTES + 1);

    UdpProbes(DatagramChannel channel, EchoScheduler measurement, EchoRequestSigner session) {
        this.channel = channel;
        this.measurement = measurement;
        this.session = session;
    }

    /**
     * An echo that the kernel does not take (no route, a full queue, a firewall), or that goes to an IPv6 address where
     * there is no IPv6, is lost like one that the network drops.
     */
    void send(PendingEcho echo) {
        session.request(echo.peer().target(), echo.sequence(), echo.sentNanos()).encode(buffer);
        try {
            channel.send(buffer, echo.address());
        } catch (IOException | UnsupportedAddressTypeException e) {
            // It is lost when its deadline passes.
        }
    }

    /** Reads what has arrived: the first when this thread woke, each other one at the time that is given then. */
    void ready(long wokenNanos, LongSupplier received) throws IOException {
        long receivedNanos = wokenNanos;
        while (true) {
            buffer.clear();
            InetSocketAddress source = (InetSocketAddress) channel.receive(buffer);
            if (source == null) {
                return;
            }
            read(EchoPacket.decode(buffer.flip()), source, receivedNanos);
            receivedNanos = received.getAsLong();
        }
    }

    private void read(@Nullable EchoPacket packet, InetSocketAddress source, long receivedNanos) {
        if (packet == null || !packet.reply() || packet.session() != session.id()) {
            return;
        }
        PendingEcho echo = measurement.awaited(source, packet.sequence());
        if (echo == null || echo.sentNanos() != packet.sentNanos()) {
            return;
        }
        measurement.replied(echo, receivedNanos - echo.sentNanos(), packet.holdNanos(), packet.late());
    }
}
