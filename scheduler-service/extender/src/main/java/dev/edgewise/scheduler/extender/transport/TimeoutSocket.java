package dev.edgewise.scheduler.extender.transport;

import dev.edgewise.common.time.Ticker;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A connection on which every wait is bounded: for a TLS handshake, for a request and for more of it, and for its
 * answer to be read. One thread reads and writes; any other may close it.
 */
final class TimeoutSocket extends Socket {
    private static final Duration LONGEST_HEAD = Duration.ofMillis(500);

    private final Timeouts timeouts;
    private final Ticker ticker;
    private State state = State.NEW;
    /** When the first byte of the request came in, by the ticker. */
    private long begun;
    /** When it became idle, by the ticker. */
    private long idle;

    private boolean isKnown;
    /** Whether the head of the request that is coming in is complete. */
    private boolean hasHead;
    /** When the answer that is being written began; null without one. */
    private volatile @Nullable Long writing;

    /**
     * The maximum durations for which a client is waited for.
     *
     * @param silence within a request, and before the first one
     * @param request from its first byte to its last one; as long for a handshake
     * @param keepAlive between two requests
     * @param write until an answer is read
     */
    record Timeouts(Duration silence, Duration request, Duration keepAlive, Duration write) {
        private static final Duration SILENCE = Duration.ofSeconds(2);

        /**
         * @param deadline of a request; a request is read for a while longer, as it is answered even if its last bytes
         *     are late
         */
        static Timeouts beyond(Duration deadline) {
            return new Timeouts(SILENCE, deadline.plus(SILENCE), Duration.ofMinutes(5), Duration.ofSeconds(5));
        }
    }

    private enum State {
        HANDSHAKE,
        NEW,
        IDLE,
        BUSY
    }

    TimeoutSocket(Timeouts timeouts, Ticker ticker) {
        this.timeouts = timeouts;
        this.ticker = ticker;
    }

    /** Marks the connection as accepted. */
    synchronized void connected() {
        idle = ticker.nanos();
    }

    /**
     * Marks the begin of the handshake. A handshake is no request: its connection can be closed for others, and
     * shutdown does not wait for it.
     */
    synchronized void handshakeStarted() {
        state = State.HANDSHAKE;
        begun = ticker.nanos();
    }

    synchronized void handshakeEnded() {
        state = State.NEW;
    }

    /** The request is answered. */
    synchronized void requestAnswered() {
        state = State.IDLE;
        idle = ticker.nanos();
    }

    /** Marks that the client sent a pod that the watch shows. */
    synchronized void markKnown() {
        isKnown = true;
    }

    /** Marks the head of a request as complete; returns when its first byte came in, by the ticker. */
    synchronized long headReceived() {
        // Unless it came with the request before, it has begun already.
        begin();
        hasHead = true;
        return begun;
    }

    /**
     * Returns whether it asked about a pod that the watch shows; unknown clients, which may send complete requests,
     * cannot name one.
     */
    synchronized boolean isKnown() {
        return isKnown;
    }

    /**
     * Returns since when no request is coming in or being answered, by the ticker; the latest possible moment if one
     * is. A slow head does not count as a request.
     */
    synchronized long idleSince() {
        return state == State.BUSY && !isSlowHead() ? Long.MAX_VALUE : idle;
    }

    /** Clients have all of a head when they begin to send it. */
    private boolean isSlowHead() {
        return !hasHead && ticker.since(begun).compareTo(LONGEST_HEAD) > 0;
    }

    void writeStarted() {
        writing = ticker.nanos();
    }

    void writeEnded() {
        writing = null;
    }

    /** Closes it unless a request is coming in or being answered; returns whether it did. */
    synchronized boolean closeIfIdle() {
        if (state == State.BUSY && !isSlowHead() || state == State.IDLE && hasUnread()) {
            return false;
        }
        abort();
        return true;
    }

    /** Returns whether a request has come of which its thread knows nothing yet: a client does not repeat it. */
    private boolean hasUnread() {
        try {
            return super.getInputStream().available() > 0;
        } catch (IOException closed) {
            return false;
        }
    }

    /** Closes it if the caller does not read its answer. */
    void closeIfWriteStalls() {
        Long since = writing;
        if (since != null && ticker.since(since).compareTo(timeouts.write()) > 0) {
            discardUnsent();
            abort();
        }
    }

    /** Discards unsent bytes, which the system would otherwise keep for minutes. */
    private void discardUnsent() {
        try {
            setSoLinger(true, 0);
        } catch (IOException alreadyClosed) {
            // Nothing is kept.
        }
    }

    /** Closes it, and with it a read or a write that is under way. */
    void abort() {
        try {
            super.close();
        } catch (IOException alreadyBroken) {
            // There is nothing left to close.
        }
    }

    private synchronized int millisLeft() throws SocketTimeoutException {
        Duration left =
                switch (state) {
                    case NEW -> timeouts.silence();
                    case IDLE -> timeouts.keepAlive();
                    case HANDSHAKE, BUSY -> untilLate();
                };
        // 0 would be for ever.
        return (int) Math.max(left.toMillis(), 1);
    }

    private Duration untilLate() throws SocketTimeoutException {
        Duration left = timeouts.request().minus(ticker.since(begun));
        if (left.isNegative() || left.isZero()) {
            throw new SocketTimeoutException(
                    "not complete after " + timeouts.request().toMillis() + " ms");
        }
        return left.compareTo(timeouts.silence()) < 0 ? left : timeouts.silence();
    }

    private synchronized void begin() {
        if (state == State.NEW || state == State.IDLE) {
            state = State.BUSY;
            hasHead = false;
            begun = ticker.nanos();
        }
    }

    @Override
    public InputStream getInputStream() throws IOException {
        return new FilterInputStream(super.getInputStream()) {
            @Override
            public int read() throws IOException {
                byte[] one = new byte[1];
                return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
            }

            /**
             * Returns 0. Otherwise TLS would drain a failed connection for as long as bytes come; as an orderly close
             * would then wait, all connections are aborted.
             */
            @Override
            public int available() {
                return 0;
            }

            @Override
            public int read(byte[] into, int offset, int length) throws IOException {
                setSoTimeout(millisLeft());
                int count = super.read(into, offset, length);
                if (count > 0) {
                    begin();
                }
                return count;
            }
        };
    }
}
