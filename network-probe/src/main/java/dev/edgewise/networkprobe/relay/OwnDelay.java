package dev.edgewise.networkprobe.relay;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * How long a relay itself takes for a packet, beside the delay of the path: until its thread wakes, and one more way through the
 * kernel. It is what packets take to a thread that waits for them over a short path, less that path's delay and less what they
 * take without a relay; the median, once the code has warmed up.
 */
final class OwnDelay {
    private static final Duration SHORT = Duration.ofMillis(1);
    private static final int WARM_UP = 300;
    private static final int SAMPLES = 200;
    private static final int PATIENCE_SECONDS = 10;

    private final DatagramSocket target;
    private final BlockingQueue<Long> arrivals = new LinkedBlockingQueue<>();

    private OwnDelay(DatagramSocket target) {
        this.target = target;
    }

    /** Measures a relay that listens at this address. */
    static Duration of(DelayRelay relay, InetAddress address) throws IOException {
        try (DatagramSocket target = new DatagramSocket(0, address)) {
            OwnDelay own = new OwnDelay(target);
            Thread reader = new Thread(own::read, "relay-calibration");
            reader.setDaemon(true);
            reader.start();
            InetSocketAddress direct = (InetSocketAddress) target.getLocalSocketAddress();
            long relayed = own.median(relay.add(0, new Path(direct, SHORT, 0, 0)));
            return Duration.ofNanos(Math.max(0, relayed - SHORT.toNanos() - own.median(direct)));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    private void read() {
        try {
            while (!target.isClosed()) {
                target.receive(new DatagramPacket(new byte[1], 1));
                arrivals.add(System.nanoTime());
            }
        } catch (IOException e) {
            if (!target.isClosed()) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private long median(InetSocketAddress way) throws IOException, InterruptedException {
        long[] nanos = new long[SAMPLES];
        try (DatagramSocket source = new DatagramSocket(0, target.getLocalAddress())) {
            for (int i = -WARM_UP; i < SAMPLES; i++) {
                long start = System.nanoTime();
                source.send(new DatagramPacket(new byte[1], 1, way));
                Long arrival = arrivals.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
                if (arrival == null) {
                    throw new IOException("a packet to " + way + " did not arrive");
                }
                nanos[Math.max(0, i)] = arrival - start;
            }
        }
        Arrays.sort(nanos);
        return nanos[SAMPLES / 2];
    }
}
