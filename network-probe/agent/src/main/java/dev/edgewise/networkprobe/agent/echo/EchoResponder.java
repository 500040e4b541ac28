package dev.edgewise.networkprobe.agent.echo;

import dev.edgewise.networkprobe.agent.loop.CpuStalls;
import dev.edgewise.networkprobe.agent.loop.SelectorLoop;
import java.io.Closeable;
import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.nio.channels.DatagramChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.ServerSocketChannel;
import java.util.function.LongSupplier;

/** Answers other agents' echoes on one port, by UDP and TCP, in constant memory. */
public final class EchoResponder implements Closeable {
    private static final int ATTEMPTS = 20;

    private final DatagramChannel udp;
    private final ServerSocketChannel tcp;

    private EchoResponder(DatagramChannel udp, ServerSocketChannel tcp) {
        this.udp = udp;
        this.tcp = tcp;
    }

    /**
     * Opens the port and has the loop serve it.
     *
     * @param address where to listen; port 0 takes a free one
     * @param stalls replies are marked as late while this process lacks processor time
     * @throws IOException if the port is taken or not allowed
     */
    public static EchoResponder open(
            InetSocketAddress address, EchoLimits limits, CpuStalls stalls, SelectorLoop loop, LongSupplier nanos)
            throws IOException {
        return onFreePort(address, () -> {
            EchoResponder responder = bind(address);
            responder.register(loop, limits, stalls, nanos);
            return responder;
        });
    }

    /** Opens a responder; may be called several times. */
    interface Opening {
        EchoResponder open() throws IOException;
    }

    /** Repeats for port 0: the system chooses a port that is free for TCP, and UDP may have it in use. */
    static EchoResponder onFreePort(InetSocketAddress address, Opening opening) throws IOException {
        for (int attempt = 1; ; attempt++) {
            try {
                return opening.open();
            } catch (BindException e) {
                if (address.getPort() != 0 || attempt == ATTEMPTS) {
                    throw e;
                }
            }
        }
    }

    private static EchoResponder bind(InetSocketAddress address) throws IOException {
        ServerSocketChannel tcp = ServerSocketChannel.open();
        DatagramChannel udp = DatagramChannel.open();
        EchoResponder responder = new EchoResponder(udp, tcp);
        try {
            tcp.bind(address);
            udp.bind(new InetSocketAddress(address.getAddress(), responder.port()));
        } catch (IOException e) {
            responder.close();
            throw e;
        }
        return responder;
    }

    private void register(SelectorLoop loop, EchoLimits limits, CpuStalls stalls, LongSupplier nanos)
            throws IOException {
        try {
            loop.register(tcp, SelectionKey.OP_ACCEPT, new TcpEcho(tcp, limits, nanos)::ready);
            loop.register(udp, SelectionKey.OP_READ, new UdpEcho(udp, limits, stalls, nanos)::ready);
        } catch (IOException e) {
            close();
            throw e;
        }
    }

    public int port() {
        return tcp.socket().getLocalPort();
    }

    @Override
    public void close() throws IOException {
        try (tcp) {
            udp.close();
        }
    }
}
