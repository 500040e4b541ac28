package dev.edgewise.networkprobe.relay;

import java.io.Closeable;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * How long a relay itself takes for a packet, beside the delay of the path: until its thread wakes, and one more way
 * through the kernel. It is what packets take to a thread that waits for them over a short path, less that path's delay
 * and less what they take without a relay. It grows with the machine's load, so it is measured all the time, some 25
 * times a second.
 */
final class OwnDelay implements Closeable {
    private static final Duration SHORT = Duration.ofMillis(1);
    private static final int WARM_UP = 300;
    private static final int REMEMBERED = 101;
    private static final int PAUSE_MILLIS = 20;
    private static final int PATIENCE_SECONDS = 1;

    private final DatagramSocket source;
    private final DatagramSocket target;
    private final BlockingQueue<Long> arrivals = new LinkedBlockingQueue<>();
    private final MovingMedian relayed = new MovingMedian(REMEMBERED);
    private final MovingMedian direct = new MovingMedian(REMEMBERED);
    private final Thread reader = thread(this::read, "relay-calibration-read");

    OwnDelay(InetAddress address) throws IOException {
        source = new DatagramSocket(0, address);
        target = new DatagramSocket(0, address);
        reader.start();
    }

    /** The path that a relay is to have for this, without less delay for itself. */
    Path path() {
        return new Path(directWay(), SHORT, 0, 0);
    }

    /**
     * Measures a first time, until the code has warmed up, and then continues by itself.
     *
     * @param path where {@link #path} begins
     */
    void measure(InetSocketAddress path) throws IOException {
        try {
            for (int i = 0; i < WARM_UP + REMEMBERED; i++) {
                step(path);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
        thread(() -> goOn(path), "relay-calibration").start();
    }

    /** Returns the current delay in ns. */
    long nanos() {
        return Math.max(0, relayed.value() - SHORT.toNanos() - direct.value());
    }

    private void goOn(InetSocketAddress path) {
        try {
            while (!source.isClosed()) {
                TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
                step(path);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            // Closed meanwhile.
        }
    }

    private void step(InetSocketAddress path) throws IOException, InterruptedException {
        time(path, relayed);
        time(directWay(), direct);
    }

    /** Times one packet; a lost one does not count. */
    private void time(InetSocketAddress way, MovingMedian median) throws IOException, InterruptedException {
        arrivals.clear();
        long start = System.nanoTime();
        source.send(new DatagramPacket(new byte[1], 1, way));
        Long arrival = arrivals.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
        if (arrival != null) {
            median.add(arrival - start);
        }
    }

    private void read() {
        try {
            while (!target.isClosed()) {
                target.receive(new DatagramPacket(new byte[1], 1));
                arrivals.add(System.nanoTime());
            }
        } catch (SocketException e) {
            // Closed meanwhile.
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private InetSocketAddress directWay() {
        return (InetSocketAddress) target.getLocalSocketAddress();
    }

    private static Thread thread(Runnable work, String name) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        return thread;
    }

    @Override
    public void close() {
        source.close();
        target.close();
    }
}
