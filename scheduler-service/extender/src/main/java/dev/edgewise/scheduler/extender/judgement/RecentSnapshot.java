package dev.edgewise.scheduler.extender.judgement;

import dev.edgewise.common.time.Ticker;
import dev.edgewise.scheduler.state.Snapshot;
import java.lang.ref.SoftReference;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A recent snapshot of the cluster. While requests come, new snapshots are taken on another thread, as taking one waits
 * for changes of the state; a request waits for a snapshot only if the last one is too old.
 */
final class RecentSnapshot implements Supplier<Snapshot> {
    /** The age from which a request triggers a new snapshot. */
    private static final long REFRESH_AGE = Duration.ofMillis(10).toNanos();
    /**
     * The age from which a request waits for a new snapshot: taking it was delayed, or there was no request for long.
     */
    private static final long MAX_AGE = Duration.ofMillis(100).toNanos();

    private final Supplier<Snapshot> state;
    private final Executor executor;
    private final Duration maxWait;
    private final Ticker ticker;
    private final AtomicReference<@Nullable CompletableFuture<Snapshot>> next = new AtomicReference<>();
    private volatile TimedSnapshot latest;

    /** Softly referenced, so that an idle extender does not pin the cluster's objects. */
    private record TimedSnapshot(SoftReference<Snapshot> snapshot, long at) {
        TimedSnapshot(Snapshot snapshot, long at) {
            this(new SoftReference<>(snapshot), at);
        }
    }

    /**
     * @param state the cluster as it is now
     * @param executor takes snapshots, one at a time
     * @param maxWait how long a request waits for one
     */
    RecentSnapshot(Supplier<Snapshot> state, Executor executor, Duration maxWait, Ticker ticker) {
        this.state = state;
        this.executor = executor;
        this.maxWait = maxWait;
        this.ticker = ticker;
        this.latest = new TimedSnapshot(state.get(), ticker.nanos());
    }

    /** @throws DeadlineExceededException if none was taken for too long */
    @Override
    public Snapshot get() {
        TimedSnapshot known = latest;
        Snapshot snapshot = known.snapshot().get();
        long age = ticker.nanos() - known.at();
        if (snapshot != null && age < REFRESH_AGE) {
            return snapshot;
        }
        CompletableFuture<Snapshot> taken = take();
        return snapshot != null && age < MAX_AGE ? snapshot : await(taken);
    }

    /** Takes a snapshot, or returns the one that is being taken. */
    private CompletableFuture<Snapshot> take() {
        CompletableFuture<Snapshot> mine = new CompletableFuture<>();
        CompletableFuture<Snapshot> running = next.compareAndExchange(null, mine);
        if (running != null) {
            return running;
        }
        mine.completeAsync(this::taken, executor);
        return mine;
    }

    private Snapshot taken() {
        try {
            // Dated before it is taken: it is at least that new.
            long now = ticker.nanos();
            Snapshot snapshot = state.get();
            latest = new TimedSnapshot(snapshot, now);
            return snapshot;
        } finally {
            next.set(null);
        }
    }

    private Snapshot await(CompletableFuture<Snapshot> taken) {
        try {
            return taken.get(maxWait.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            throw new DeadlineExceededException(
                    "the cluster's state was not read within " + maxWait.toMillis() + " ms");
        } catch (ExecutionException e) {
            throw new IllegalStateException("the cluster's state cannot be read", e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new DeadlineExceededException("interrupted while the cluster's state was read");
        }
    }
}
