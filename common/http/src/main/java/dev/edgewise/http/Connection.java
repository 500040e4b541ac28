package dev.edgewise.http;

import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** One connection: a request, then its answer, then perhaps the next request. For one thread at a time. */
final class Connection implements Closeable {
    private final Socket raw;
    private final Socket socket;
    private final OutputStream out;
    private final HttpResponseInput input;
    private long idleSince;
    private boolean kept;
    /** Deadline of the current exchange; ignored while the silence between reads is bounded instead. */
    private long deadline;

    private boolean isTimed;

    /**
     * @param raw closed without TLS close_notify, which would wait for an unreachable peer
     * @param socket carries requests and responses: TLS over the raw socket, or the raw socket itself
     */
    Connection(Socket raw, Socket socket) throws IOException {
        this.raw = raw;
        this.socket = socket;
        this.out = socket.getOutputStream();
        this.input = new HttpResponseInput(socket.getInputStream(), this::beginWait);
    }

    private void beginWait() throws IOException {
        if (isTimed) {
            socket.setSoTimeout(millisUntil(deadline));
        }
    }

    /** Sends the request and reads the head of its answer; {@link #body} comes next. */
    HttpResponseHead exchange(byte[] request, long deadline) throws IOException {
        this.deadline = deadline;
        this.isTimed = true;
        SocketDeadlineEnforcer.run(raw, deadline, () -> {
            out.write(request);
            out.flush();
        });
        return HttpResponseHead.read(input);
    }

    HttpResponseBody body(HttpResponseHead head) {
        return new HttpResponseBody(input, head.length());
    }

    /** Makes each further read fail that waits longer than this for the next byte. */
    void allowSilence(Duration longest) throws IOException {
        isTimed = false;
        socket.setSoTimeout(Math.toIntExact(longest.toMillis()));
    }

    void rest() {
        idleSince = System.nanoTime();
        kept = true;
    }

    /** Whether it has served an exchange before, and so may have ended meanwhile. */
    boolean isKept() {
        return kept;
    }

    /** Whether nothing is left of an answer that the next one would be taken for. */
    boolean isDrained() {
        return input.isEmpty();
    }

    boolean restedFor(long nanos) {
        return System.nanoTime() - idleSince > nanos;
    }

    /**
     * Ends it so that a request which is still on its way never arrives: after a plain close the system keeps sending
     * it for minutes, although the caller has given up.
     */
    void reset() {
        SocketDeadlineEnforcer.abort(raw);
    }

    /** Ends it, and with it a read that is under way on another thread. */
    @Override
    public void close() {
        try {
            raw.close();
        } catch (IOException alreadyBroken) {
            // There is nothing left to close.
        }
    }

    static int millisUntil(long deadline) throws SocketTimeoutException {
        long millis = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
        if (millis <= 0) {
            throw new SocketTimeoutException("Read timed out");
        }
        return (int) Math.min(millis, Integer.MAX_VALUE);
    }
}
