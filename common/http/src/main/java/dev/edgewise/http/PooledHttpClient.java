package dev.edgewise.http;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.net.SocketException;
import java.time.Duration;

/**
 * Requests to one server and their answers, over pooled connections, one blocking exchange at a time on each. Does not
 * retry. If a request fails, its outcome is unknown. Thread-safe.
 */
public final class PooledHttpClient implements Closeable {
    private static final int MOST_RESERVED = 1024 * 1024;

    private final Connections connections;

    /**
     * Connects with the first request.
     *
     * @param longestRest of a connection that is used again; less than the time after which the server closes it
     */
    public PooledHttpClient(Address address, Duration longestRest) {
        this.connections = new Connections(address, longestRest);
    }

    /**
     * Sends a request and waits for its answer.
     *
     * @param deadline for all of it, connecting included, by {@link System#nanoTime()}
     * @param mostBytes of the answer's body
     * @throws StaleConnectionException if a connection ended that had been kept since an earlier exchange, as the
     *     server closes it
     * @throws AnswerTooLongException if the answer's body is longer
     * @throws IOException if there is no answer in time
     */
    public BufferedHttpResponse send(byte[] request, long deadline, int mostBytes) throws IOException {
        Connection connection = connections.take(deadline);
        boolean complete = false;
        try {
            HttpResponseHead head = connection.exchange(request, deadline);
            byte[] body = read(connection.body(head), head.length(), mostBytes);
            BufferedHttpResponse answer = new BufferedHttpResponse(head.code(), head.tag(), head.date(), body);
            complete = true;
            release(connection, head.reusable());
            return answer;
        } catch (EOFException | SocketException ended) {
            connections.discardIdle();
            throw connection.isKept() ? new StaleConnectionException(ended) : ended;
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
     * Sends a request and waits for its answer, as {@link #send(byte[], long, int)} does.
     *
     * @param longest for all of it, connecting included
     */
    public BufferedHttpResponse send(byte[] request, Duration longest, int mostBytes) throws IOException {
        return send(request, System.nanoTime() + longest.toNanos(), mostBytes);
    }

    /**
     * Opens a streaming answer.
     *
     * @param deadline until it begins, by {@link System#nanoTime()}
     * @param silence from then on, a read fails that waits longer than this for the next byte
     */
    public StreamingHttpResponse open(byte[] request, long deadline, Duration silence) throws IOException {
        Connection connection = connections.take(deadline);
        try {
            HttpResponseHead head = connection.exchange(request, deadline);
            connection.allowSilence(silence);
            HttpResponseBody body = connection.body(head);
            return new StreamingHttpResponse(head, body, () -> release(connection, body.isEnded() && head.reusable()));
        } catch (IOException broken) {
            connections.discardIdle();
            connections.reset(connection);
            throw broken;
        }
    }

    public boolean isClosed() {
        return connections.isClosed();
    }

    /**
     * Closes each connection once no exchange is under way on it. Those that need a connection from now on get one of
     * their own.
     */
    public void retire() {
        connections.retire();
    }

    /** Whether there is no connection. */
    public boolean isUnused() {
        return connections.isEmpty();
    }

    /** Ends all connections, and with them all requests that are under way. */
    @Override
    public void close() {
        connections.close();
    }

    private void release(Connection connection, boolean reusable) {
        if (reusable && connection.isDrained()) {
            connections.giveBack(connection);
        } else {
            connections.discard(connection);
        }
    }

    private static byte[] read(HttpResponseBody body, long length, int most) throws IOException {
        requireAtMost(length, most);
        if (length >= 0 && length <= MOST_RESERVED) {
            return body.readNBytes((int) length);
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(64 * 1024);
        byte[] part = new byte[16 * 1024];
        for (int count = body.read(part); count >= 0; count = body.read(part)) {
            requireAtMost((long) bytes.size() + count, most);
            bytes.write(part, 0, count);
        }
        return bytes.toByteArray();
    }

    private static void requireAtMost(long bytes, int most) throws AnswerTooLongException {
        if (bytes > most) {
            throw new AnswerTooLongException(most);
        }
    }
}
