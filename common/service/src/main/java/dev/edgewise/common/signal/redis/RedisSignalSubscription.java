package dev.edgewise.common.signal.redis;

import dev.edgewise.common.InterruptibleRetryBackoff;
import dev.edgewise.common.signal.SignalKind;
import dev.edgewise.common.signal.SignalSubscription;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;

/** Runs a {@link RowFollower} on its own thread and reconnects after failures. */
final class RedisSignalSubscription<V> implements SignalSubscription {
    private static final Logger LOG = LoggerFactory.getLogger(RedisSignalSubscription.class);
    private static final Duration LONGEST_END = Duration.ofSeconds(10);

    private record State(boolean connected, Instant since, @Nullable String trouble) {}

    private final RedisConnectionFactory connections;
    private final String signal;
    private final RowFollower<V> follower;
    private final Clock clock;
    private final InterruptibleRetryBackoff pauses;
    private final Thread thread;
    private volatile State state;
    private final CompletableFuture<@Nullable Void> caughtUp = new CompletableFuture<>();

    RedisSignalSubscription(
            RedisConnectionFactory connections,
            SignalKind<V> kind,
            RowFollower<V> follower,
            RedisFollowWaitTimes timing,
            Clock clock) {
        this.connections = connections;
        this.signal = kind.name();
        this.follower = follower;
        this.clock = clock;
        this.pauses = new InterruptibleRetryBackoff(timing.firstRetry(), timing.lastRetry());
        this.state = new State(false, clock.instant(), null);
        this.thread = new Thread(this::run, "follow-" + kind.name());
        this.thread.setDaemon(true);
    }

    RedisSignalSubscription<V> start() {
        thread.start();
        return this;
    }

    @Override
    public boolean connected() {
        return state.connected;
    }

    @Override
    public Instant since() {
        return state.since;
    }

    @Override
    public Optional<String> trouble() {
        return Optional.ofNullable(state.trouble);
    }

    @Override
    public CompletionStage<@Nullable Void> caughtUp() {
        return caughtUp;
    }

    @Override
    public void close() {
        pauses.end();
        follower.stop();
        if (Thread.currentThread() == thread) {
            return;
        }
        thread.interrupt();
        try {
            thread.join(LONGEST_END.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        while (open()) {
            try (RedisConnection connection = connections.getConnection()) {
                follower.readAll(connection);
                // An outage ends only when changes are read, too, as Redis may refuse these alone.
                if (pauses.isFirst()) {
                    found();
                }
                caughtUp.complete(null);
                while (open()) {
                    follower.readChanges(connection);
                    if (!state.connected) {
                        found();
                    }
                }
            } catch (RuntimeException e) {
                lost(e);
            }
        }
        state = new State(false, clock.instant(), null);
    }

    private boolean open() {
        return !pauses.isOver();
    }

    private void found() {
        if (!pauses.isFirst()) {
            LOG.info("Redis is back, all rows were read again; signal={} awaySince={}", signal, state.since);
        }
        pauses.reset();
        state = new State(true, clock.instant(), null);
    }

    private void lost(RuntimeException problem) {
        if (!open()) {
            return;
        }
        RedisFailureDescription.reconnectIfElsewhere(connections, problem);
        String trouble = RedisFailureDescription.describe(problem);
        state = new State(false, state.connected ? clock.instant() : state.since, trouble);
        if (pauses.isFirst()) {
            LOG.warn("Redis is unavailable, the last known values stay in use; signal={} cause={}", signal, trouble);
        }
        pause();
    }

    private void pause() {
        try {
            pauses.pause();
        } catch (InterruptedException e) {
            // Only close() interrupts this thread, which then ends; any other interrupt just shortens the pause.
            LOG.debug("A pause was cut short; signal={}", signal);
        }
    }
}
