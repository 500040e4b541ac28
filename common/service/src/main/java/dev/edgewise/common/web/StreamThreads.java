package dev.edgewise.common.web;

import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.scheduling.concurrent.CustomizableThreadFactory;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/**
 * Runs each stream of events in a thread of its own, which waits for changes and for its client: a slow client delays
 * no other.
 */
public final class StreamThreads {
    private static final Logger LOG = LoggerFactory.getLogger(StreamThreads.class);
    /** A stream without an end; a client that went away shows at the next heartbeat. */
    private static final long NO_TIMEOUT = 0;

    private static final Duration RETRY_AFTER = Duration.ofSeconds(10);

    /** Streams of one caller at a time. */
    public static final int MOST_OF_ONE = 8;

    private final Map<String, Integer> open = new ConcurrentHashMap<>();
    private final Semaphore free;
    private final int most;
    private final ExecutorService threads;

    /**
     * @param most streams at a time
     * @param threads begin of the threads' names, such as {@code slot-events-}
     */
    public StreamThreads(int most, String threads) {
        this.free = new Semaphore(most);
        this.most = most;
        this.threads = Executors.newCachedThreadPool(new CustomizableThreadFactory(threads));
    }

    /** The content of a stream. */
    public interface Stream {
        /** Sends until there is nothing more to send, or the client has gone. */
        void send(SseEmitter client) throws IOException, InterruptedException;
    }

    /** Returns the caller of a request: a hash of its token, or else its address. */
    public static String caller(@Nullable String authorization, HttpServletRequest request) {
        return authorization == null ? request.getRemoteAddr() : hash(authorization);
    }

    private static String hash(String text) {
        try {
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * @param caller whose streams are counted together
     * @throws BusyException if there are too many streams, of this caller or of all
     */
    public SseEmitter open(String caller, Stream stream) {
        if (open.merge(caller, 1, Integer::sum) > MOST_OF_ONE) {
            leave(caller);
            throw new BusyException(
                    "The caller follows " + MOST_OF_ONE + " streams already, the most that are allowed", RETRY_AFTER);
        }
        try {
            return open(stream, () -> leave(caller));
        } catch (RuntimeException e) {
            leave(caller);
            throw e;
        }
    }

    private void leave(String caller) {
        open.computeIfPresent(caller, (key, streams) -> streams == 1 ? null : streams - 1);
    }

    private SseEmitter open(Stream stream, Runnable ended) {
        if (!free.tryAcquire()) {
            throw new BusyException(most + " clients follow events already, the most that are allowed", RETRY_AFTER);
        }
        SseEmitter client = new SseEmitter(NO_TIMEOUT);
        try {
            threads.execute(() -> run(stream, client, ended));
        } catch (RuntimeException e) {
            free.release();
            throw e;
        }
        return client;
    }

    public void stop() {
        threads.shutdownNow();
    }

    public void run(Stream stream, SseEmitter client, Runnable ended) {
        try {
            stream.send(client);
            client.complete();
        } catch (IOException | IllegalStateException gone) {
            LOG.debug("A client of an event stream has gone", gone);
            client.completeWithError(gone);
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
            client.complete();
        } catch (RuntimeException broken) {
            LOG.error("An event stream could not be sent", broken);
            client.completeWithError(broken);
        } finally {
            ended.run();
            free.release();
        }
    }
}
