package dev.edgewise.testkit;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;

/**
 * Callers of an HTTP port that do not finish what they begin. Each sends the same bytes and then nothing more, or one
 * byte now and then. A connection that the server closes is opened again, so that there are always as many.
 */
public final class StallingCallers implements AutoCloseable {
    /** Callers of each kind that a port must bear. */
    public static final int MANY = 64;

    private static final long PAUSE_NANOS = 50_000_000;
    private static final int CONNECT_MILLIS = 10_000;
    private static final int SMALLEST_WINDOW = 4 * 1024;
    private static final int ATTEMPTS = 3;

    private final int port;
    private final byte[] begin;
    private final boolean dribbles;
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();
    private final Thread thread;
    private volatile boolean closed;

    /** A request beside callers that stall, with a time limit of its own. */
    public interface HonestCall<T> {
        T send() throws IOException, InterruptedException;
    }

    private StallingCallers(int port, String begin, boolean dribbles) throws IOException {
        this.port = port;
        this.begin = begin.getBytes(StandardCharsets.US_ASCII);
        this.dribbles = dribbles;
        for (int i = 0; i < MANY; i++) {
            sockets.add(open());
        }
        this.thread = new Thread(this::keepStalling, "stalling-callers");
        thread.setDaemon(true);
        thread.start();
    }

    /** {@value #MANY} callers that send these bytes and nothing more. They read nothing either. */
    public static StallingCallers silentAfter(int port, String begin) throws IOException {
        return new StallingCallers(port, begin, false);
    }

    /** {@value #MANY} callers that send these bytes and then one byte after the other. */
    public static StallingCallers dribblingAfter(int port, String begin) throws IOException {
        return new StallingCallers(port, begin, true);
    }

    /** {@value #MANY} callers that repeat a request for this path and never read an answer. */
    public static StallingCallers deaf(int port, String path, String... headers) throws IOException {
        return silentAfter(port, (head("GET", path, headers) + "\r\n").repeat(64));
    }

    /** The head of a request up to its last header: one more line end completes it. */
    public static String head(String method, String path, String... headers) {
        StringBuilder head = new StringBuilder(method + " " + path + " HTTP/1.1\r\nHost: x\r\n");
        for (int i = 0; i < headers.length; i += 2) {
            head.append(headers[i]).append(": ").append(headers[i + 1]).append("\r\n");
        }
        return head.toString();
    }

    /** The head of a request whose body of 100,000 bytes never comes. */
    public static String withoutBody(String method, String path, String... headers) {
        return head(method, path, headers) + "Content-Type: application/json\r\nContent-Length: 100000\r\n\r\n";
    }

    /**
     * Sends it up to three times: on a busy machine an answer may come after its limit. Where stalled callers hold the
     * threads, each attempt waits behind all of them.
     */
    public static <T> T answered(HonestCall<T> call) throws IOException, InterruptedException {
        for (int attempt = 1; ; attempt++) {
            try {
                return call.send();
            } catch (HttpTimeoutException | SocketTimeoutException late) {
                if (attempt == ATTEMPTS) {
                    throw late;
                }
            }
        }
    }

    private Socket open() throws IOException {
        Socket socket = new Socket();
        socket.setReceiveBufferSize(SMALLEST_WINDOW);
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), CONNECT_MILLIS);
        socket.getOutputStream().write(begin);
        return socket;
    }

    private void keepStalling() {
        while (!closed) {
            LockSupport.parkNanos(PAUSE_NANOS);
            for (int i = 0; i < sockets.size() && !closed; i++) {
                if (isEnded(sockets.get(i))) {
                    openAgain(i);
                }
            }
        }
        sockets.forEach(StallingCallers::close);
    }

    /** Tries to send one more byte, or looks whether the server has closed. */
    private boolean isEnded(Socket socket) {
        try {
            if (dribbles) {
                socket.getOutputStream().write('a');
                return false;
            }
            // Nothing is sent: only a reset is seen, at the next write.
            return socket.isClosed();
        } catch (IOException ended) {
            return true;
        }
    }

    private void openAgain(int index) {
        close(sockets.get(index));
        try {
            sockets.set(index, open());
        } catch (IOException refused) {
            // It is tried again.
        }
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException alreadyClosed) {
            // That was wanted.
        }
    }

    @Override
    public void close() {
        closed = true;
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
