package dev.edgewise.kubernetes.http;

import java.io.Closeable;
import java.io.IOException;
import java.net.SocketException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import org.jspecify.annotations.Nullable;

/** The connection pool. The connection used last is reused first, so that unneeded ones become idle and are closed. */
final class Connections implements Closeable {
    /** Less than the 90 s after which the API server closes an idle connection. */
    private static final long LONGEST_REST = Duration.ofSeconds(60).toNanos();

    private final Endpoint endpoint;
    private final ConcurrentLinkedDeque<Connection> idle = new ConcurrentLinkedDeque<>();
    private final Set<Connection> all = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    Connections(Endpoint endpoint) {
        this.endpoint = endpoint;
    }

    Connection take(long deadline) throws IOException {
        Connection rested = rested();
        if (rested != null) {
            return rested;
        }
        Connection fresh = endpoint.connect(Connection.millisUntil(deadline));
        all.add(fresh);
        if (closed) {
            discard(fresh);
            throw new SocketException("closed");
        }
        return fresh;
    }

    /** For the next request. */
    void giveBack(Connection connection) {
        connection.rest();
        idle.addFirst(connection);
        if (closed) {
            discard(connection);
        }
        trim();
    }

    /** After a failure: idle connections are probably broken too, as after a restart of the server. */
    void discardIdle() {
        for (Connection connection = idle.pollFirst(); connection != null; connection = idle.pollFirst()) {
            discard(connection);
        }
    }

    void discard(Connection connection) {
        all.remove(connection);
        connection.close();
    }

    /** After an exchange that broke off: what was not sent of it yet is dropped. */
    void reset(Connection connection) {
        all.remove(connection);
        connection.reset();
    }

    boolean isClosed() {
        return closed;
    }

    /** Ends all of them, used or not. */
    @Override
    public void close() {
        closed = true;
        all.forEach(this::discard);
    }

    /** Closes a connection that has been idle for long. */
    private void trim() {
        Connection oldest = idle.peekLast();
        if (oldest != null && oldest.restedFor(LONGEST_REST) && idle.removeLastOccurrence(oldest)) {
            discard(oldest);
        }
    }

    private @Nullable Connection rested() {
        while (true) {
            Connection connection = idle.pollFirst();
            if (connection == null || !connection.restedFor(LONGEST_REST)) {
                return connection;
            }
            discard(connection);
        }
    }
}
