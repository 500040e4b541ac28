package dev.edgewise.scheduler.extender.transport;

import dev.edgewise.common.time.Ticker;
import dev.edgewise.scheduler.extender.transport.TimeoutSocket.Timeouts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.web.server.PortInUseException;
import org.springframework.scheduling.concurrent.CustomizableThreadFactory;

/**
 * Serves the extender's port, with a thread for each connection: a client that stalls occupies its own thread, for a
 * bounded time, and nothing else.
 */
final class ExtenderServer {
    private static final Logger LOG = LoggerFactory.getLogger(ExtenderServer.class);

    /** The number of connections, and of requests answered at a time; a kube-scheduler has one or two. */
    static final int CONNECTIONS = 32;

    /**
     * The number of additional connections while some clients have sent requests, so that these keep theirs if unknown
     * clients hold all others.
     */
    private static final int MORE_THAT_ASKED = 16;

    /** The number of connections that wait to be accepted. */
    private static final int BACKLOG = 128;

    private static final Duration THREAD_IDLE = Duration.ofMinutes(1);
    /** How often callers that do not read their answer are looked for. */
    private static final Duration CHECK_INTERVAL = Duration.ofSeconds(1);

    private static final Duration WARN_INTERVAL = Duration.ofMinutes(1);

    private final @Nullable Integer port;
    private final @Nullable ExtenderTls tls;
    private final ExtenderRequestHandler handler;
    private final Timeouts timeouts;
    private final Ticker ticker;
    private final Set<TimeoutSocket> callers = ConcurrentHashMap.newKeySet();
    private volatile boolean isEnding;
    /** When it was logged that no more callers are accepted; null if it never was. Of the accepting thread. */
    private @Nullable Long warned;

    private @Nullable ServerSocket listening;
    private @Nullable ThreadPoolExecutor threads;

    /**
     * @param port 0 for any free one; null for none
     * @param tls null for plain HTTP
     */
    ExtenderServer(
            @Nullable Integer port,
            @Nullable ExtenderTls tls,
            ExtenderRequestHandler handler,
            Timeouts timeouts,
            Ticker ticker) {
        this.port = port;
        this.tls = tls;
        this.handler = handler;
        this.timeouts = timeouts;
        this.ticker = ticker;
    }

    synchronized void start() {
        if (port == null) {
            return;
        }
        isEnding = false;
        ServerSocket server = listen(port);
        CustomizableThreadFactory names = new CustomizableThreadFactory("extender-");
        names.setDaemon(true);
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                // Threads of connections that have just ended, and that which accepts, are among them.
                0, 2 * CONNECTIONS, THREAD_IDLE.toMillis(), TimeUnit.MILLISECONDS, new SynchronousQueue<>(), names);
        listening = server;
        threads = pool;
        pool.execute(() -> accept(server, pool));
        LOG.info("The extender listens; port={}", port());
    }

    private ServerSocket listen(int wanted) {
        try {
            ServerSocket server = new CallersServerSocket();
            server.setSoTimeout((int) CHECK_INTERVAL.toMillis());
            server.bind(new InetSocketAddress(wanted), BACKLOG);
            return server;
        } catch (IOException e) {
            PortInUseException.throwIfPortBindingException(e, () -> wanted);
            throw new IllegalStateException("the extender cannot listen on port " + wanted, e);
        }
    }

    /** A server socket whose connections have timeouts. */
    private final class CallersServerSocket extends ServerSocket {
        CallersServerSocket() throws IOException {}

        @Override
        public Socket accept() throws IOException {
            TimeoutSocket caller = new TimeoutSocket(timeouts, ticker);
            implAccept(caller);
            caller.connected();
            return caller;
        }
    }

    /** Returns the port; below 0 if it does not listen. */
    synchronized int port() {
        return listening == null ? -1 : listening.getLocalPort();
    }

    private void accept(ServerSocket server, ThreadPoolExecutor pool) {
        while (!server.isClosed()) {
            try {
                serve((TimeoutSocket) server.accept(), pool);
            } catch (SocketTimeoutException nobodyCame) {
                // A moment to look at those that are here.
            } catch (IOException | RuntimeException e) {
                cannotAccept(server, e);
            }
            callers.forEach(TimeoutSocket::closeIfWriteStalls);
        }
    }

    private void serve(TimeoutSocket caller, ThreadPoolExecutor pool) {
        if (callers.size() >= CONNECTIONS && !makeRoom(caller.getInetAddress())) {
            refuse(caller, CONNECTIONS + " are busy");
            return;
        }
        callers.add(caller);
        try {
            pool.execute(() -> {
                try {
                    new ClientConnection(caller, tls, handler, () -> isEnding).run();
                } finally {
                    callers.remove(caller);
                    caller.abort();
                }
            });
        } catch (RejectedExecutionException full) {
            refuse(caller, "too many have just ended");
        } catch (OutOfMemoryError noThread) {
            // Of threads, not of memory: the next one may find one.
            refuse(caller, String.valueOf(noThread.getMessage()));
        }
    }

    /**
     * Closes a connection for a new client if the limit is reached; returns whether the new client may stay. Clients
     * that never sent a pod that the watch shows are closed first; an idle one that has sent such a pod is closed only
     * if there is no other candidate.
     */
    private boolean makeRoom(InetAddress newcomer) {
        ConnectionEviction crowd = ConnectionEviction.of(callers, newcomer);
        if (close(crowd.idleStrangers().stream().filter(TimeoutSocket::closeIfIdle))
                || callers.size() < CONNECTIONS + MORE_THAT_ASKED && crowd.strangers() < CONNECTIONS) {
            return true;
        }
        return close(crowd.busyStrangers().stream().limit(1))
                || crowd.strangers() < CONNECTIONS
                        && close(crowd.thoseThatAsked().stream().filter(TimeoutSocket::closeIfIdle));
    }

    private boolean close(Stream<TimeoutSocket> some) {
        Optional<TimeoutSocket> first = some.findFirst();
        first.ifPresent(caller -> {
            caller.abort();
            callers.remove(caller);
        });
        return first.isPresent();
    }

    private void refuse(TimeoutSocket caller, String cause) {
        callers.remove(caller);
        caller.abort();
        if (!isEnding) {
            warn(cause);
        }
    }

    /** Pauses before the next attempt, as a lack of file descriptors, for example, would be the same at once. */
    private void cannotAccept(ServerSocket server, Exception cause) {
        if (!server.isClosed()) {
            warn(cause.toString());
            LockSupport.parkNanos(CHECK_INTERVAL.toNanos());
        }
    }

    /** Logs the cause at most once a minute, as clients can repeat it at any rate. */
    private void warn(String cause) {
        Long last = warned;
        if (last == null || ticker.since(last).compareTo(WARN_INTERVAL) > 0) {
            warned = ticker.nanos();
            LOG.warn("The extender accepts no more connections; cause={}", cause);
        }
    }

    /** Answers what has begun to come in. */
    synchronized void stop() {
        if (threads == null || listening == null) {
            return;
        }
        isEnding = true;
        close(listening);
        listening = null;
        threads.shutdown();
        callers.forEach(TimeoutSocket::closeIfIdle);
        awaitEnd(threads);
        callers.forEach(TimeoutSocket::abort);
    }

    private static void close(ServerSocket server) {
        try {
            server.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void awaitEnd(ThreadPoolExecutor pool) {
        try {
            pool.awaitTermination(timeouts.request().toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
