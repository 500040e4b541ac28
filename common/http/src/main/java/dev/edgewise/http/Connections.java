package dev.edgewise.http;

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
    private final Address address;
    private final long longestRest;
    private final ConcurrentLinkedDeque<Connection> idle = new ConcurrentLinkedDeque<>();
    private final Set<Connection> all = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;
    private volatile boolean retired;

    /** @param longestRest of a connection that is used again */
    Connections(Address address, Duration longestRest) {
        this.address = address;
        this.longestRest = longestRest.toNanos();
    }

    Connection take(long deadline) throws IOException {
        if (closed) {
            throw new SocketException("closed");
        }
        Connection rested = rested();
        if (rested != null) {
            return rested;
        }
        Connection fresh = address.connect(deadline);
        all.add(fresh);
        if (closed) {
            discard(fresh);
            throw new SocketException("closed");
        }
        return fresh;
    }

    /** Returns a connection for the next request. */
    void giveBack(Connection connection) {
        connection.rest();
        idle.addFirst(connection);
        if (closed || retired) {
            discardIdle();
        }
        trim();
    }

    /** Closes idle connections after a failure: they are probably broken too, as after a restart of the server. */
    void discardIdle() {
        for (Connection connection = idle.pollFirst(); connection != null; connection = idle.pollFirst()) {
            discard(connection);
        }
    }

    void discard(Connection connection) {
        all.remove(connection);
        connection.close();
    }

    /** Resets a connection whose exchange broke off: its unsent bytes are dropped. */
    void reset(Connection connection) {
        all.remove(connection);
        connection.reset();
    }

    /** Keeps none for a later request. */
    void retire() {
        retired = true;
        discardIdle();
    }

    boolean isEmpty() {
        return all.isEmpty();
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
        if (oldest != null && oldest.restedFor(longestRest) && idle.removeLastOccurrence(oldest)) {
            discard(oldest);
        }
    }

    private @Nullable Connection rested() {
        while (true) {
            Connection connection = idle.pollFirst();
            if (connection == null || !connection.restedFor(longestRest)) {
                return connection;
            }
            discard(connection);
        }
    }
}
