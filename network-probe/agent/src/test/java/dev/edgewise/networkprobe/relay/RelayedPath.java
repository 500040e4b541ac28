package dev.edgewise.networkprobe.relay;

import dev.edgewise.networkprobe.agent.loop.SelectorLoop;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.channels.SelectionKey;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * One path: a port that takes packets and holds them, and for each source a port of its own by which the target's
 * answers find back.
 */
final class RelayedPath {
    private static final int MOST_SOURCES = 1024;
    private static final int MOST_BYTES = 2048;

    private final Path path;
    private final LongSupplier ownNanos;
    private final LossPattern loss;
    private final SelectorLoop loop;
    private final DelayLine line;
    private final DatagramChannel front;
    private final Map<SocketAddress, DatagramChannel> backs = new LinkedHashMap<>(16, 0.75f, true);

    /** @param ownNanos what the relay takes itself now */
    RelayedPath(InetSocketAddress listen, Path path, LongSupplier ownNanos, SelectorLoop loop, DelayLine line)
            throws IOException {
        this.path = path;
        this.ownNanos = ownNanos;
        this.loss = new LossPattern(path.loss(), path.seed());
        this.loop = loop;
        this.line = line;
        front = DatagramChannel.open().bind(listen);
        loop.register(front, SelectionKey.OP_READ, this::there);
    }

    int port() throws IOException {
        return ((InetSocketAddress) front.getLocalAddress()).getPort();
    }

    private void there() throws IOException {
        ByteBuffer packet = ByteBuffer.allocate(MOST_BYTES);
        SocketAddress source = front.receive(packet);
        if (source != null && !loss.dropsNext()) {
            DatagramChannel back = back(source);
            later(() -> back.send(packet.flip(), path.target()));
        }
    }

    private void andBack(DatagramChannel back, SocketAddress source) throws IOException {
        ByteBuffer packet = ByteBuffer.allocate(MOST_BYTES);
        if (path.target().equals(back.receive(packet))) {
            later(() -> front.send(packet.flip(), source));
        }
    }

    private DatagramChannel back(SocketAddress source) throws IOException {
        DatagramChannel known = backs.get(source);
        if (known != null) {
            return known;
        }
        DatagramChannel back = DatagramChannel.open().bind(null);
        loop.register(back, SelectionKey.OP_READ, () -> andBack(back, source));
        backs.put(source, back);
        if (backs.size() > MOST_SOURCES) {
            var oldest = backs.values().iterator();
            oldest.next().close();
            oldest.remove();
        }
        return back;
    }

    private interface Sending {
        void send() throws IOException;
    }

    private void later(Sending sending) {
        long delay = Math.max(0, path.oneWay().toNanos() - ownNanos.getAsLong());
        line.add(System.nanoTime() + delay, () -> {
            try {
                sending.send();
            } catch (IOException e) {
                // Lost, as on any path: the target or the source is not there.
            }
        });
    }

    void close() {
        try {
            front.close();
            for (DatagramChannel back : backs.values()) {
                back.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
