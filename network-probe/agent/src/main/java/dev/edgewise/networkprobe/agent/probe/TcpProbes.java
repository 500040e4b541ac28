package dev.edgewise.networkprobe.agent.probe;

import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.channels.UnsupportedAddressTypeException;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/** Measures by opening connections, which are reset as soon as they stand: nothing of them stays in either kernel. */
final class TcpProbes {
    private final Selector selector;
    private final Sockets sockets;
    private final EchoScheduler measurement;
    private final LongSupplier nanos;
    private final Map<PendingEcho, SocketChannel> opening = new HashMap<>();

    /** {@link SocketChannel#open()}, but in tests. */
    @FunctionalInterface
    interface Sockets {
        SocketChannel open() throws IOException;
    }

    TcpProbes(Selector selector, Sockets sockets, EchoScheduler measurement, LongSupplier nanos) {
        this.selector = selector;
        this.sockets = sockets;
        this.measurement = measurement;
        this.nanos = nanos;
    }

    /** A connection that cannot even be tried, as one to an IPv6 address where there is no IPv6, is lost. */
    void open(PendingEcho echo) {
        try {
            SocketChannel connection = sockets.open();
            opening.put(echo, connection);
            connection.configureBlocking(false);
            connection.setOption(StandardSocketOptions.SO_LINGER, 0);
            if (connection.connect(echo.address())) {
                measurement.answered(echo, nanos.getAsLong() - echo.sentNanos());
            } else {
                connection.register(selector, SelectionKey.OP_CONNECT, echo);
            }
        } catch (IOException | UnsupportedAddressTypeException e) {
            measurement.lost(echo);
        }
    }

    /** A connection stands, or was refused. */
    void ready(PendingEcho echo, long nowNanos) {
        SocketChannel connection = opening.get(echo);
        try {
            if (connection != null && connection.finishConnect()) {
                measurement.answered(echo, nowNanos - echo.sentNanos());
            }
        } catch (IOException e) {
            measurement.lost(echo);
        }
    }

    /** Closes connections without a waiting caller. */
    void closeSettled() {
        opening.entrySet().removeIf(each -> !measurement.awaits(each.getKey()) && closed(each.getValue()));
    }

    void closeAll() {
        opening.values().forEach(TcpProbes::closed);
        opening.clear();
    }

    private static boolean closed(SocketChannel connection) {
        try {
            connection.close();
        } catch (IOException e) {
            // Then there is nothing left to be closed.
        }
        return true;
    }
}
