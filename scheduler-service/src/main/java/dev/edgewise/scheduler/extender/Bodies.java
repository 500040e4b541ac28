package dev.edgewise.scheduler.extender;

import dev.edgewise.common.time.Ticker;
import dev.edgewise.common.web.BusyException;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import org.springframework.http.HttpStatus;
import org.springframework.web.server.ResponseStatusException;

/** Reads questions as far as there is memory for them: all that are held at a time share it. */
final class Bodies {
    /** What is held first where a caller does not say how long its body is. */
    private static final int FIRST = 64 * 1024;
    /** The same where it says so, at most: it may be wrong. */
    private static final int MOST_FIRST = 1024 * 1024;

    private static final Duration RETRY_AFTER = Duration.ofSeconds(1);

    private final int most;
    private final AtomicLong free;
    private final Duration longest;
    private final Ticker ticker;

    /** What is to be done with a body, which is gone afterwards. */
    @FunctionalInterface
    interface Use {
        void accept(Body body) throws IOException;
    }

    /**
     * @param most bytes of one body
     * @param inAll bytes that are held at a time
     * @param longest how long one may take to arrive; may be exceeded by one read
     */
    Bodies(int most, long inAll, Duration longest, Ticker ticker) {
        this.most = most;
        this.free = new AtomicLong(inAll);
        this.longest = longest;
        this.ticker = ticker;
    }

    /**
     * Reads the body and uses it.
     *
     * @param announced how many bytes the caller says that there are; below 0 if it does not
     * @param begun when the question came in, by the ticker
     * @throws ResponseStatusException 413 if it is too large, 408 if it takes too long; becomes a problem
     * @throws BusyException if too much of others is held
     */
    void use(InputStream input, int announced, long begun, Use use) throws IOException {
        Held held = new Held();
        try {
            use.accept(held.read(input, announced, begun));
        } finally {
            free.addAndGet(held.taken);
        }
    }

    /** How many bytes may still be held. */
    long free() {
        return free.get();
    }

    private final class Held {
        private byte[] bytes = {};
        private long taken;

        Body read(InputStream input, int announced, long begun) throws IOException {
            int length = 0;
            // One byte more, into which nothing is read: else its end would be found only after growing.
            int first = announced < 0 ? FIRST : Math.min(announced, MOST_FIRST) + 1;
            grow(Math.min(first, most + 1));
            for (int count = read(input, length); count >= 0; count = read(input, length)) {
                length += count;
                if (length > most) {
                    throw new ResponseStatusException(
                            HttpStatus.CONTENT_TOO_LARGE,
                            "The body is larger than " + most
                                    + " bytes: set edgewise.scheduler.extender.max-body higher,"
                                    + " or nodeCacheCapable: true for the extender in kube-scheduler's configuration, so that"
                                    + " it sends names of nodes only");
                }
                if (ticker.since(begun).compareTo(longest) > 0) {
                    throw tooSlow("The body was not sent within " + longest.toMillis() + " ms");
                }
            }
            return new Body(bytes, length);
        }

        private int read(InputStream input, int length) throws IOException {
            if (length == bytes.length) {
                grow((int) Math.min(2L * length, most + 1L));
            }
            try {
                return input.read(bytes, length, bytes.length - length);
            } catch (SocketTimeoutException e) {
                throw tooSlow("Nothing more of the body was sent for too long");
            }
        }

        private static ResponseStatusException tooSlow(String message) {
            return new ResponseStatusException(HttpStatus.REQUEST_TIMEOUT, message);
        }

        private void grow(int size) {
            int more = size - bytes.length;
            if (free.addAndGet(-more) < 0) {
                free.addAndGet(more);
                throw new BusyException("Other questions fill the memory that is kept for them", RETRY_AFTER);
            }
            taken += more;
            bytes = Arrays.copyOf(bytes, size);
        }
    }
}
