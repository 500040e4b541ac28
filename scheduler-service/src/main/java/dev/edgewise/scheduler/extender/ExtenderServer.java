package dev.edgewise.scheduler.extender;

import dev.edgewise.common.time.Ticker;
import dev.edgewise.scheduler.extender.CallerSocket.Waits;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.web.server.PortInUseException;
import org.springframework.scheduling.concurrent.CustomizableThreadFactory;

/** The port of the extender, with a thread for each connection: a caller that stalls holds its own, for a bounded time, and nothing else. */
final class ExtenderServer {
    private static final Logger LOG = LoggerFactory.getLogger(ExtenderServer.class);

    /** A kube-scheduler has some, of which most are idle. */
    static final int CONNECTIONS = 128;

    private static final Duration THREAD_IDLE = Duration.ofMinutes(1);
    /** How often is looked for callers that take no answer. */
    private static final Duration LOOK = Duration.ofSeconds(1);

    private final @Nullable Integer port;
    private final @Nullable ExtenderTls tls;
    private final QuestionHandler handler;
    private final Waits waits;
    private final Ticker ticker;
    private final Set<CallerSocket> callers = ConcurrentHashMap.newKeySet();
    private volatile boolean isEnding;
    private @Nullable ServerSocket listening;
    private @Nullable ThreadPoolExecutor threads;

    /**
     * @param port 0 for any free one; null for none
     * @param tls null for plain HTTP
     */
    ExtenderServer(
            @Nullable Integer port, @Nullable ExtenderTls tls, QuestionHandler handler, Waits waits, Ticker ticker) {
        this.port = port;
        this.tls = tls;
        this.handler = handler;
        this.waits = waits;
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
                0, CONNECTIONS + 1, THREAD_IDLE.toMillis(), TimeUnit.MILLISECONDS, new SynchronousQueue<>(), names);
        listening = server;
        threads = pool;
        pool.execute(() -> accept(server, pool));
        LOG.info("The extender listens; port={}", port());
    }

    private ServerSocket listen(int wanted) {
        try {
            ServerSocket server = new CallersServerSocket();
            server.setSoTimeout((int) LOOK.toMillis());
            server.bind(new InetSocketAddress(wanted), CONNECTIONS);
            return server;
        } catch (IOException e) {
            PortInUseException.throwIfPortBindingException(e, () -> wanted);
            throw new IllegalStateException("the extender cannot listen on port " + wanted, e);
        }
    }

    /** Whose connections are bounded in time. */
    private final class CallersServerSocket extends ServerSocket {
        CallersServerSocket() throws IOException {}

        @Override
        public Socket accept() throws IOException {
            CallerSocket caller = new CallerSocket(waits, ticker);
            implAccept(caller);
            return caller;
        }
    }

    /** Where it listens; below 0 if it does not. */
    synchronized int port() {
        return listening == null ? -1 : listening.getLocalPort();
    }

    private void accept(ServerSocket server, ThreadPoolExecutor pool) {
        while (!server.isClosed()) {
            try {
                serve((CallerSocket) server.accept(), pool);
            } catch (SocketTimeoutException nobodyCame) {
                // A moment to look at those that are here.
            } catch (IOException e) {
                notAccepted(server, e);
            }
            callers.forEach(CallerSocket::endIfUntaken);
        }
    }

    /** Such as for want of file descriptors, which would be the case again at once. */
    private static void notAccepted(ServerSocket server, IOException cause) {
        if (!server.isClosed()) {
            LOG.warn("The extender cannot accept a caller; cause={}", cause.toString());
            LockSupport.parkNanos(LOOK.toNanos());
        }
    }

    private void serve(CallerSocket caller, ThreadPoolExecutor pool) throws IOException {
        caller.setTcpNoDelay(true);
        callers.add(caller);
        CallerConnection connection = new CallerConnection(caller, tls, handler, () -> isEnding);
        try {
            pool.execute(() -> {
                try {
                    connection.run();
                } finally {
                    callers.remove(caller);
                }
            });
        } catch (RejectedExecutionException full) {
            callers.remove(caller);
            caller.end();
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
        callers.forEach(CallerSocket::endIfUnused);
        awaitEnd(threads);
        callers.forEach(CallerSocket::end);
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
            pool.awaitTermination(waits.body().toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
