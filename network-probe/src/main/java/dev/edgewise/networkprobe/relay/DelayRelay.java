package dev.edgewise.networkprobe.relay;

import dev.edgewise.networkprobe.agent.loop.SelectorLoop;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Relays UDP packets over paths whose delay and loss are known, to measure the agents by. TCP it does not relay: a connection
 * stands as soon as the kernel answers its SYN, which no program can put off.
 */
public final class DelayRelay implements Closeable {
    private final InetAddress address;
    private Duration own = Duration.ZERO;
    private final SelectorLoop loop = new SelectorLoop();
    private final DelayLine line = new DelayLine();
    private final List<RelayedPath> paths = new CopyOnWriteArrayList<>();
    private final List<Thread> threads = List.of(new Thread(loop, "relay-read"), new Thread(line, "relay-send"));

    private DelayRelay(InetAddress address) throws IOException {
        this.address = address;
        threads.forEach(thread -> thread.setDaemon(true));
        threads.forEach(Thread::start);
    }

    /**
     * Starts a relay without paths, and measures for half a second how long it takes itself, which its paths then have less.
     *
     * @param address where its paths begin
     * @throws IOException if the machine gives no sockets
     */
    public static DelayRelay start(InetAddress address) throws IOException {
        DelayRelay relay = new DelayRelay(address);
        relay.own = OwnDelay.of(relay, address);
        return relay;
    }

    /** How long it takes itself for a packet, which its paths have less. */
    public Duration own() {
        return own;
    }

    /**
     * Adds a path.
     *
     * @param port where it begins; 0 takes a free one
     * @return where it begins
     * @throws IOException if the port is taken or not allowed
     */
    public InetSocketAddress add(int port, Path path) throws IOException {
        Duration delay = path.oneWay().compareTo(own) > 0 ? path.oneWay().minus(own) : Duration.ZERO;
        RelayedPath relayed = new RelayedPath(new InetSocketAddress(address, port), path, delay, loop, line);
        paths.add(relayed);
        return new InetSocketAddress(address, relayed.port());
    }

    @Override
    public void close() {
        loop.close();
        threads.forEach(Thread::interrupt);
        paths.forEach(RelayedPath::close);
    }
}
