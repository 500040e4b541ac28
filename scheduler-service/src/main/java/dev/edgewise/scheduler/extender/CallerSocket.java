package dev.edgewise.scheduler.extender;

import dev.edgewise.common.time.Ticker;
import java.io.FilterInputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A connection that a caller cannot hold for longer than a request may take. One thread reads and writes it, TLS included; any other may end it.
 */
final class CallerSocket extends Socket {
    private final Waits waits;
    private final Ticker ticker;
    private Awaited awaited = Awaited.FIRST_REQUEST;
    /** When the part of a request that is awaited began to come in, by the ticker. */
    private long begun;
    /** When the write that is under way began; null without one. */
    private volatile @Nullable Long writing;

    /**
     * How long a caller is waited for.
     *
     * @param silent when nothing comes, of a request or of the first one
     * @param head for all of a head
     * @param body for all of a body
     * @param unused between two requests
     * @param untaken until it takes what is written
     */
    record Waits(Duration silent, Duration head, Duration body, Duration unused, Duration untaken) {
        /** @param deadline of a question: a body of which the last byte comes later is answered, so it is waited for a while longer */
        static Waits within(Duration deadline) {
            Duration silent = Duration.ofSeconds(2);
            return new Waits(
                    silent,
                    Duration.ofSeconds(10),
                    deadline.plus(silent),
                    Duration.ofMinutes(5),
                    Duration.ofSeconds(5));
        }
    }

    private enum Awaited {
        FIRST_REQUEST,
        REQUEST,
        HEAD,
        BODY
    }

    CallerSocket(Waits waits, Ticker ticker) {
        this.waits = waits;
        this.ticker = ticker;
    }

    /** The last request is answered. */
    synchronized void awaitRequest() {
        awaited = Awaited.REQUEST;
    }

    /** A head is complete; returns when its first byte came in, by the ticker. */
    synchronized long awaitBody() {
        // Else all of it came with the request before.
        long first = awaited == Awaited.HEAD ? begun : ticker.nanos();
        awaited = Awaited.BODY;
        begun = ticker.nanos();
        return first;
    }

    /** Ends it unless a request is coming in or being answered. */
    synchronized void endIfUnused() {
        if (awaited == Awaited.REQUEST || awaited == Awaited.FIRST_REQUEST) {
            end();
        }
    }

    /** Ends it if the caller does not take what is written. */
    void endIfUntaken() {
        Long since = writing;
        if (since != null && ticker.since(since).compareTo(waits.untaken()) > 0) {
            end();
        }
    }

    /** Ends it, and with it a read or a write that is under way. */
    void end() {
        try {
            super.close();
        } catch (IOException alreadyBroken) {
            // There is nothing left to close.
        }
    }

    private synchronized int millisLeft() throws SocketTimeoutException {
        Duration left =
                switch (awaited) {
                    case FIRST_REQUEST -> waits.silent();
                    case REQUEST -> waits.unused();
                    case HEAD -> untilLate(waits.head());
                    case BODY -> untilLate(waits.body());
                };
        return (int) Math.max(left.toMillis(), 1);
    }

    private Duration untilLate(Duration longest) throws SocketTimeoutException {
        Duration left = longest.minus(ticker.since(begun));
        if (left.isNegative() || left.isZero()) {
            throw new SocketTimeoutException("not complete after " + longest.toMillis() + " ms");
        }
        return left.compareTo(waits.silent()) < 0 ? left : waits.silent();
    }

    private synchronized void hasCome() {
        if (awaited == Awaited.REQUEST || awaited == Awaited.FIRST_REQUEST) {
            awaited = Awaited.HEAD;
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

            @Override
            public int read(byte[] into, int offset, int length) throws IOException {
                setSoTimeout(millisLeft());
                int count = super.read(into, offset, length);
                if (count > 0) {
                    hasCome();
                }
                return count;
            }
        };
    }

    @Override
    public OutputStream getOutputStream() throws IOException {
        return new FilterOutputStream(super.getOutputStream()) {
            @Override
            public void write(byte[] from, int offset, int length) throws IOException {
                writing = ticker.nanos();
                try {
                    out.write(from, offset, length);
                } finally {
                    writing = null;
                }
            }
        };
    }
}
