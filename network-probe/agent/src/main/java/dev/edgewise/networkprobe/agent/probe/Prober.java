package dev.edgewise.networkprobe.agent.probe;

import dev.edgewise.networkprobe.agent.echo.EchoRequestSigner;
import dev.edgewise.networkprobe.agent.loop.CpuStalls;
import dev.edgewise.networkprobe.agent.loop.LoopWatchdog;
import dev.edgewise.networkprobe.protocol.Transport;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.DatagramChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * The thread that measures: sends echoes when they are due, reads answers, and sees when it was itself too late to time
 * them.
 */
public final class Prober implements Runnable, Closeable {
    private static final long MILLI = TimeUnit.MILLISECONDS.toNanos(1);

    private final Selector selector;
    private final DatagramChannel channel;
    private final LongSupplier nanos;
    private final LoopWatchdog heartbeat;
    private final EchoScheduler measurement;
    private final UdpProbes udp;
    private final TcpProbes tcp;
    private final EchoRequestSigner session;
    private final Queue<Runnable> orders = new ConcurrentLinkedQueue<>();
    private volatile boolean closed;

    /**
     * @param random when, within a round, echoes are sent
     * @param stalls learns when this thread woke too late
     * @param heartbeat beats at least once a second
     * @param listener gets each round that is over, on the prober's thread
     * @throws IOException if no socket can be opened
     */
    public Prober(
            ProbeTimeouts timing,
            EchoRequestSigner session,
            Random random,
            CpuStalls stalls,
            LongSupplier nanos,
            LoopWatchdog heartbeat,
            Consumer<RoundResult> listener)
            throws IOException {
        this.nanos = nanos;
        this.heartbeat = heartbeat;
        this.session = session;
        selector = Selector.open();
        channel = DatagramChannel.open();
        channel.configureBlocking(false);
        channel.register(selector, SelectionKey.OP_READ);
        measurement = new EchoScheduler(timing, random, stalls, nanos.getAsLong(), listener);
        udp = new UdpProbes(channel, measurement, session);
        tcp = new TcpProbes(selector, SocketChannel::open, measurement, nanos);
    }

    /** Signs requests by this key of the cluster's agents, and knows theirs by it; empty: none. */
    public void useKey(String key) {
        session.keys().use(key);
    }

    /** Measures these peers from the next round on. */
    public void assign(PeerAssignment assignment) {
        order(() -> measurement.assign(assignment));
    }

    /**
     * Measures these peers at once, in a round of their own.
     *
     * @param echoes to each; 0: as many as in a round
     */
    public void probeNow(List<Peer> peers, int echoes) {
        order(() -> measurement.probeNow(peers, echoes, nanos.getAsLong()));
    }

    private void order(Runnable order) {
        orders.add(order);
        selector.wakeup();
    }

    @Override
    public void run() {
        try (selector;
                channel) {
            while (!closed) {
                heartbeat.beat();
                turn();
            }
            tcp.closeAll();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void turn() throws IOException {
        for (Runnable order = orders.poll(); order != null; order = orders.poll()) {
            order.run();
        }
        measurement.settle(nanos.getAsLong());
        sendDue();
        tcp.closeSettled();
        long wokenNanos = await();
        for (SelectionKey key : selector.selectedKeys()) {
            if (key.attachment() instanceof PendingEcho echo) {
                tcp.ready(echo, wokenNanos);
                key.cancel();
            } else {
                udp.ready(wokenNanos, this::received);
            }
        }
        selector.selectedKeys().clear();
        measurement.allRead();
    }

    private long received() {
        long now = nanos.getAsLong();
        measurement.awake(now);
        return now;
    }

    /** Sends at most one echo a turn: answers are read before the next is sent. */
    private void sendDue() {
        PendingEcho echo = measurement.next(nanos.getAsLong());
        if (echo == null) {
            return;
        }
        if (echo.via() == Transport.UDP) {
            udp.send(echo);
        } else {
            tcp.open(echo);
        }
        measurement.sent(echo, nanos.getAsLong());
    }

    /**
     * Waits for answers. After a stall only those that are there already are taken, so that later ones are kept apart
     * from them.
     */
    private long await() throws IOException {
        long before = nanos.getAsLong();
        measurement.awake(before);
        long idle = measurement.late() ? 0 : Math.max(0, measurement.idleNanos(before));
        long millis = (idle + MILLI - 1) / MILLI;
        measurement.sleepUntil(before + millis * MILLI);
        if (millis == 0) {
            selector.selectNow();
        } else {
            selector.select(millis);
        }
        long wokenNanos = received();
        measurement.sleepUntil(wokenNanos);
        return wokenNanos;
    }

    @Override
    public void close() {
        closed = true;
        selector.wakeup();
    }
}
