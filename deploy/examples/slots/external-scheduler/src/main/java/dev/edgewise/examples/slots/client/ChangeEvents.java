package dev.edgewise.examples.slots.client;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.net.http.WebSocketHandshakeException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Follows the topics of all kinds by STOMP, and connects again after a connection was lost. Messages only say that an
 * object has changed, so that it is read again. Each new connection counts as a change of all objects, since messages
 * before it may be lost.
 */
public final class ChangeEvents implements AutoCloseable {
    private static final Duration CONNECT = Duration.ofSeconds(10);
    private static final Duration PING = Duration.ofSeconds(10);
    private static final int LONGEST_SILENCE = 3;
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);
    private static final List<String> KINDS = List.of("testbeds", "schedulings");

    private final HttpClient client;
    private final URI address;
    private final CallerTokenFile token;
    private final Duration firstPause;
    private final Consumer<String> log;
    private final Set<Watch> watches = ConcurrentHashMap.newKeySet();
    private final Thread thread = new Thread(this::follow, "slot-events");

    /** @param firstPause before the second attempt to connect; each further one is twice as long, to 30 s */
    public ChangeEvents(HttpClient client, URI base, CallerTokenFile token, Duration firstPause, Consumer<String> log) {
        this.client = client;
        this.address = URI.create(base.resolve("/scheduler").toString().replaceFirst("^http", "ws"));
        this.token = token;
        this.firstPause = firstPause;
        this.log = log;
        thread.setDaemon(true);
    }

    /** Connects, in a thread of its own. */
    public void start() {
        thread.start();
    }

    /** Returns what waits for changes of one object from now on. */
    public Watch watch(String kind, String name) {
        Watch watch = new Watch(kind, name);
        watches.add(watch);
        return watch;
    }

    @Override
    public void close() {
        thread.interrupt();
    }

    /** Changes of one object. */
    public final class Watch implements AutoCloseable {
        private final String kind;
        private final String name;
        private final Semaphore changes = new Semaphore(0);

        private Watch(String kind, String name) {
            this.kind = kind;
            this.name = name;
        }

        /** Waits for a change that came since the last call, at most this long. */
        public void await(Duration most) throws InterruptedException {
            if (changes.tryAcquire(Math.max(0, most.toNanos()), TimeUnit.NANOSECONDS)) {
                changes.drainPermits();
            }
        }

        @Override
        public void close() {
            watches.remove(this);
        }
    }

    private void follow() {
        Duration pause = firstPause;
        while (!Thread.currentThread().isInterrupted()) {
            try {
                if (followOnce()) {
                    pause = firstPause;
                }
                Thread.sleep(pause.toMillis());
                pause = pause.multipliedBy(2).compareTo(LONGEST_PAUSE) < 0 ? pause.multipliedBy(2) : LONGEST_PAUSE;
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    /** Follows one connection until it is lost. Returns whether there was one. */
    private boolean followOnce() throws InterruptedException {
        StompSession session = new StompSession(KINDS, this::changed, this::changedAll);
        WebSocket socket = null;
        try {
            WebSocket.Builder builder =
                    client.newWebSocketBuilder().connectTimeout(CONNECT).subprotocols("v12.stomp");
            token.header().ifPresent(value -> builder.header("Authorization", value));
            socket = builder.buildAsync(address, session).get(CONNECT.toMillis(), TimeUnit.MILLISECONDS);
            String reason = untilLost(socket, session);
            log.accept("The connection to " + address + " was lost: " + reason);
        } catch (SlotApiException e) {
            log.accept("There is no connection to " + address + ": " + e.getMessage());
        } catch (ExecutionException e) {
            log.accept("There is no connection to " + address + ": " + reason(e.getCause()));
        } catch (TimeoutException e) {
            log.accept("There is no connection to " + address + " after " + CONNECT.toSeconds() + " s");
        } finally {
            if (socket != null) {
                socket.abort();
            }
        }
        return session.isConnected();
    }

    private static String reason(@Nullable Throwable cause) {
        return cause instanceof WebSocketHandshakeException refused
                ? "answered " + refused.getResponse().statusCode()
                : String.valueOf(cause);
    }

    private static String untilLost(WebSocket socket, StompSession session)
            throws InterruptedException, ExecutionException {
        for (int silent = 0; silent < LONGEST_SILENCE; silent++) {
            try {
                return session.lost().get(PING.toMillis(), TimeUnit.MILLISECONDS);
            } catch (TimeoutException e) {
                if (session.hasHeard()) {
                    silent = -1;
                }
                ping(socket);
            }
        }
        return "it is silent";
    }

    private static void ping(WebSocket socket) {
        CompletableFuture<WebSocket> sent = socket.sendPing(ByteBuffer.allocate(0));
        // A ping that cannot be sent shows as silence.
        sent.exceptionally(failure -> null);
    }

    private void changed(String kind, @Nullable String name) {
        watches.stream()
                .filter(watch -> watch.kind.equals(kind) && (name == null || watch.name.equals(name)))
                .forEach(watch -> watch.changes.release());
    }

    private void changedAll() {
        watches.forEach(watch -> watch.changes.release());
    }
}
