package dev.edgewise.networkprobe.relay;

import dev.edgewise.networkprobe.agent.loop.SelectorLoop;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.LongSupplier;

/**
 * Relays UDP packets over paths whose delay and loss are known, to measure the agents by. TCP it does not relay: a
 * connection stands as soon as the kernel answers its SYN, which no program can put off.
 */
public final class DelayRelay implements Closeable {
    private final InetAddress address;
    private final OwnDelay own;
    private final SelectorLoop loop = new SelectorLoop();
    private final DelayLine line = new DelayLine();
    private final List<RelayedPath> paths = new CopyOnWriteArrayList<>();
    private final List<Thread> threads = List.of(new Thread(loop, "relay-read"), new Thread(line, "relay-send"));

    private DelayRelay(InetAddress address) throws IOException {
        this.address = address;
        this.own = new OwnDelay(address);
        threads.forEach(thread -> thread.setDaemon(true));
        threads.forEach(Thread::start);
    }

    /**
     * Starts a relay without paths. It measures how long it takes itself for a packet, for a second now and then on,
     * and its paths have so much less.
     *
     * @param address where its paths begin
     * @throws IOException if the machine gives no sockets
     */
    public static DelayRelay start(InetAddress address) throws IOException {
        DelayRelay relay = new DelayRelay(address);
        relay.own.measure(relay.add(0, relay.own.path(), () -> 0));
        return relay;
    }

    /** How long it takes itself for a packet now, which its paths have less. */
    public Duration own() {
        return Duration.ofNanos(own.nanos());
    }

    /**
     * Adds a path.
     *
     * @param port where it begins; 0 takes a free one
     * @return where it begins
     * @throws IOException if the port is taken or not allowed
     */
    public InetSocketAddress add(int port, Path path) throws IOException {
        return add(port, path, own::nanos);
    }

    private InetSocketAddress add(int port, Path path, LongSupplier ownNanos) throws IOException {
        RelayedPath relayed = new RelayedPath(new InetSocketAddress(address, port), path, ownNanos, loop, line);
        paths.add(relayed);
        return new InetSocketAddress(address, relayed.port());
    }

    @Override
    public void close() {
        own.close();
        loop.close();
        threads.forEach(Thread::interrupt);
        paths.forEach(RelayedPath::close);
    }
}
