package dev.edgewise.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A proxy between a service and a server on this machine that cuts, holds back or slows down what goes through it. */
public final class TcpProxy implements AutoCloseable {
    private static final Pattern SERVER = Pattern.compile("https://127\\.0\\.0\\.1:(\\d+)");

    private final int target;
    private final ServerSocket listener;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    /** Connections that stay open, but through which nothing comes any more. */
    private final Set<Socket> silent = ConcurrentHashMap.newKeySet();

    private final Object gate = new Object();
    private boolean isHeld;
    private volatile boolean barred;
    private volatile @Nullable Throttle throttle;
    private volatile Duration delay = Duration.ZERO;

    private TcpProxy(int target) {
        this.target = target;
        try {
            this.listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        started("proxy-accept", this::accept);
    }

    /** Returns a proxy to this port of this machine. */
    public static TcpProxy to(int port) {
        return new TcpProxy(port);
    }

    /** Returns a proxy to the API server of a kubeconfig. */
    public static TcpProxy to(Path kubeconfig) {
        try {
            Matcher server = SERVER.matcher(Files.readString(kubeconfig));
            if (!server.find()) {
                throw new IllegalArgumentException(kubeconfig + " names no server on 127.0.0.1");
            }
            return new TcpProxy(Integer.parseInt(server.group(1)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the port at which it listens. */
    public int port() {
        return listener.getLocalPort();
    }

    /** Returns the same kubeconfig with the address of this proxy. */
    public Path kubeconfig(Path original) {
        try {
            String through = SERVER.matcher(Files.readString(original))
                    .replaceAll("https://127.0.0.1:" + listener.getLocalPort());
            Path file = Files.createTempFile("kubeconfig", ".yaml");
            file.toFile().deleteOnExit();
            return Files.writeString(file, through);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Cuts all connections; new ones may be made at once. */
    public void cut() {
        open.forEach(TcpProxy::close);
    }

    /** Cuts all connections and lets none through until {@link #unbar}. */
    public void bar() {
        barred = true;
        cut();
    }

    public void unbar() {
        barred = false;
    }

    /** Forwards nothing more on the connections that are open now, and cuts none; new ones may be made. */
    public void silence() {
        silent.addAll(open);
    }

    /**
     * Holds back all bytes of both directions, also on new connections, until {@link #release}. They arrive late then,
     * as what TCP sends again after a partition does.
     */
    public void hold() {
        synchronized (gate) {
            isHeld = true;
        }
    }

    public void release() {
        synchronized (gate) {
            isHeld = false;
            gate.notifyAll();
        }
    }

    /** Delays each part of an answer by this time. */
    public TcpProxy answersAfter(Duration time) {
        delay = time;
        return this;
    }

    /** Forwards no more bytes a second to the client than this, in all connections together. */
    public TcpProxy throttledTo(long bytesPerSecond) {
        throttle = new Throttle(bytesPerSecond);
        return this;
    }

    @Override
    public void close() {
        bar();
        release();
        try {
            listener.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                connect(listener.accept());
            } catch (IOException ended) {
                // Either this proxy is closed, or the server is not there: the client sees its connection end.
                continue;
            }
        }
    }

    private void connect(Socket client) throws IOException {
        if (barred) {
            client.close();
            return;
        }
        open.add(client);
        try {
            Socket server = new Socket(InetAddress.getLoopbackAddress(), target);
            open.add(server);
            started("proxy-up", () -> pump(client, server, false));
            started("proxy-down", () -> pump(server, client, true));
        } catch (IOException noServer) {
            close(client);
            throw noServer;
        }
    }

    private void pump(Socket from, Socket to, boolean down) {
        byte[] buffer = new byte[8 * 1024];
        try (InputStream in = from.getInputStream();
                OutputStream out = to.getOutputStream()) {
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                if (down) {
                    slowDown(read);
                }
                awaitRelease();
                if (!silent.contains(from)) {
                    out.write(buffer, 0, read);
                    out.flush();
                }
            }
        } catch (IOException cut) {
            // Both directions end together.
        } finally {
            close(from);
            close(to);
            open.remove(from);
            open.remove(to);
            silent.remove(from);
            silent.remove(to);
        }
    }

    private void slowDown(int bytes) throws InterruptedIOException {
        Throttle limit = throttle;
        if (limit != null) {
            limit.take(bytes);
        }
        Throttle.sleep(delay.toNanos());
    }

    private void awaitRelease() throws InterruptedIOException {
        synchronized (gate) {
            while (isHeld) {
                try {
                    gate.wait();
                } catch (InterruptedException stopping) {
                    Thread.currentThread().interrupt();
                    throw new InterruptedIOException();
                }
            }
        }
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException alreadyGone) {
            // There is nothing left to cut.
        }
    }

    private static void started(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.start();
    }
}
