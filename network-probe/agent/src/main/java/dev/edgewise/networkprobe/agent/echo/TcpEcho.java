package dev.edgewise.networkprobe.agent.echo;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.function.LongSupplier;

/** Accepts connections and closes them: for peers that UDP does not reach, who measure how long connecting takes. */
final class TcpEcho {
    private static final int MOST_AT_ONCE = 64;

    private final ServerSocketChannel channel;
    private final EchoLimits limits;
    private final LongSupplier nanos;

    TcpEcho(ServerSocketChannel channel, EchoLimits limits, LongSupplier nanos) {
        this.channel = channel;
        this.limits = limits;
        this.nanos = nanos;
    }

    void ready() throws IOException {
        for (int i = 0; i < MOST_AT_ONCE; i++) {
            SocketChannel connection = channel.accept();
            if (connection == null) {
                return;
            }
            close(connection);
        }
    }

    /** A source that asks too often is reset, which leaves nothing of it behind in the kernel. */
    private void close(SocketChannel connection) {
        try (connection) {
            InetSocketAddress source = (InetSocketAddress) connection.getRemoteAddress();
            if (!limits.admitsConnection(source.getAddress(), nanos.getAsLong())) {
                connection.setOption(StandardSocketOptions.SO_LINGER, 0);
            }
        } catch (IOException e) {
            // It is gone already, which is what was wanted.
        }
    }
}
