package dev.edgewise.http;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.time.Duration;

/**
 * Requests to one server and their answers, over pooled connections, one blocking exchange at a time on each. Does not retry. If a request fails, its outcome
 * is unknown. Thread-safe.
 */
public final class Exchanges implements Closeable {
    private static final int MOST_RESERVED = 1024 * 1024;

    private final Connections connections;

    /**
     * Connects with the first request.
     *
     * @param longestRest of a connection that is used again; less than the time after which the server closes it
     */
    public Exchanges(Address address, Duration longestRest) {
        this.connections = new Connections(address, longestRest);
    }

    /**
     * Sends a request and waits for its answer.
     *
     * @param deadline for all of it, connecting included, by {@link System#nanoTime()}
     * @param mostBytes of the answer's body
     * @throws IOException if there is no answer in time, or a longer one
     */
    public Answer send(byte[] request, long deadline, int mostBytes) throws IOException {
        Connection connection = connections.take(deadline);
        boolean complete = false;
        try {
            Head head = connection.exchange(request, deadline);
            Answer answer = new Answer(head.code(), head.tag(), read(connection, head, deadline, mostBytes));
            complete = true;
            release(connection, head.reusable());
            return answer;
        } catch (IOException broken) {
            connections.discardIdle();
            throw broken;
        } finally {
            if (!complete) {
                connections.reset(connection);
            }
        }
    }

    /**
     * Opens a streaming answer.
     *
     * @param deadline until it begins, by {@link System#nanoTime()}
     * @param silence from then on, a read fails that waits longer than this for the next byte
     */
    public Stream open(byte[] request, long deadline, Duration silence) throws IOException {
        Connection connection = connections.take(deadline);
        try {
            Head head = connection.exchange(request, deadline);
            connection.allowSilence(silence);
            Body body = connection.body(head);
            return new Stream(head, body, () -> release(connection, body.isEnded() && head.reusable()));
        } catch (IOException broken) {
            connections.discardIdle();
            connections.reset(connection);
            throw broken;
        }
    }

    /** Whether the next request may go over a connection that is open already, and that the server may have closed meanwhile. */
    public boolean keepsConnection() {
        return connections.areAnyIdle();
    }

    public boolean isClosed() {
        return connections.isClosed();
    }

    /** Ends all connections, and with them all requests that are under way. */
    @Override
    public void close() {
        connections.close();
    }

    private void release(Connection connection, boolean reusable) {
        if (reusable) {
            connections.giveBack(connection);
        } else {
            connections.discard(connection);
        }
    }

    private static byte[] read(Connection connection, Head head, long deadline, int most) throws IOException {
        requireAtMost(head.length(), most);
        Body body = connection.body(head);
        if (head.length() >= 0 && head.length() <= MOST_RESERVED) {
            return read(connection, body, (int) head.length(), deadline);
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(64 * 1024);
        byte[] part = new byte[16 * 1024];
        for (int count = body.read(part); count >= 0; count = body.read(part)) {
            bytes.write(part, 0, count);
            requireAtMost(bytes.size(), most);
            connection.awaitUntil(deadline);
        }
        return bytes.toByteArray();
    }

    private static byte[] read(Connection connection, Body body, int length, long deadline) throws IOException {
        byte[] bytes = new byte[length];
        for (int read = 0; read < length; ) {
            int count = body.read(bytes, read, length - read);
            if (count < 0) {
                throw new EOFException("the server closed the connection");
            }
            read += count;
            connection.awaitUntil(deadline);
        }
        return bytes;
    }

    private static void requireAtMost(long bytes, int most) throws IOException {
        if (bytes > most) {
            throw new IOException("the answer is longer than " + most + " bytes");
        }
    }
}
