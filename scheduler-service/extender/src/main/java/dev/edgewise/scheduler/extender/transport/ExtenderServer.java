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
    private static final int EXTRA_FOR_KNOWN_CLIENTS = 16;

    /** The number of connections that wait to be accepted. */
    private static final int BACKLOG = 128;

    private static final Duration THREAD_IDLE = Duration.ofMinutes(1);
    /** The interval of the search for clients that do not read their answer. */
    private static final Duration CHECK_INTERVAL = Duration.ofSeconds(1);

    private static final Duration WARN_INTERVAL = Duration.ofMinutes(1);

    private final @Nullable Integer port;
    private final @Nullable ExtenderTls tls;
    private final ExtenderRequestHandler handler;
    private final Timeouts timeouts;
    private final Ticker ticker;
    private final Set<TimeoutSocket> connections = ConcurrentHashMap.newKeySet();
    private volatile boolean isStopping;
    /** When it was logged that no more connections are accepted; null if it never was. Of the accepting thread. */
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
        isStopping = false;
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
            ServerSocket server = new TimeoutServerSocket();
            server.setSoTimeout((int) CHECK_INTERVAL.toMillis());
            server.bind(new InetSocketAddress(wanted), BACKLOG);
            return server;
        } catch (IOException e) {
            PortInUseException.throwIfPortBindingException(e, () -> wanted);
            throw new IllegalStateException("the extender cannot listen on port " + wanted, e);
        }
    }

    /** A server socket whose connections have timeouts. */
    private final class TimeoutServerSocket extends ServerSocket {
        TimeoutServerSocket() throws IOException {}

        @Override
        public Socket accept() throws IOException {
            TimeoutSocket connection = new TimeoutSocket(timeouts, ticker);
            implAccept(connection);
            connection.connected();
            return connection;
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
            } catch (SocketTimeoutException noConnection) {
                // No new client: the open connections are checked.
            } catch (IOException | RuntimeException e) {
                acceptFailed(server, e);
            }
            connections.forEach(TimeoutSocket::closeIfWriteStalls);
        }
    }

    private void serve(TimeoutSocket connection, ThreadPoolExecutor pool) {
        if (connections.size() >= CONNECTIONS && !evictFor(connection.getInetAddress())) {
            refuse(connection, CONNECTIONS + " are busy");
            return;
        }
        connections.add(connection);
        try {
            pool.execute(() -> {
                try {
                    new AcceptedConnection(connection, tls, handler, () -> isStopping).run();
                } finally {
                    connections.remove(connection);
                    connection.abort();
                }
            });
        } catch (RejectedExecutionException full) {
            refuse(connection, "too many have just ended");
        } catch (OutOfMemoryError noMemory) {
            // Of threads, not of memory: the next one may find one.
            refuse(connection, String.valueOf(noMemory.getMessage()));
        }
    }

    /**
     * Closes a connection for a new client if the limit is reached; returns whether the new client may stay. Clients
     * that never sent a pod that the watch shows are closed first; an idle one that has sent such a pod is closed only
     * if there is no other candidate.
     */
    private boolean evictFor(InetAddress newClient) {
        ConnectionEviction eviction = ConnectionEviction.of(connections, newClient);
        if (close(eviction.idleUnknownClients().stream().filter(TimeoutSocket::closeIfIdle))
                || connections.size() < CONNECTIONS + EXTRA_FOR_KNOWN_CLIENTS
                        && eviction.unknownClients() < CONNECTIONS) {
            return true;
        }
        return close(eviction.busyUnknownClients().stream().limit(1))
                || eviction.unknownClients() < CONNECTIONS
                        && close(eviction.idleKnownClients().stream().filter(TimeoutSocket::closeIfIdle));
    }

    private boolean close(Stream<TimeoutSocket> some) {
        Optional<TimeoutSocket> first = some.findFirst();
        first.ifPresent(connection -> {
            connection.abort();
            connections.remove(connection);
        });
        return first.isPresent();
    }

    private void refuse(TimeoutSocket connection, String cause) {
        connections.remove(connection);
        connection.abort();
        if (!isStopping) {
            warn(cause);
        }
    }

    /** Pauses before the next attempt, as a lack of file descriptors, for example, would be the same at once. */
    private void acceptFailed(ServerSocket server, Exception cause) {
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
        isStopping = true;
        close(listening);
        listening = null;
        threads.shutdown();
        connections.forEach(TimeoutSocket::closeIfIdle);
        awaitEnd(threads);
        connections.forEach(TimeoutSocket::abort);
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
