package dev.edgewise.global.remote;

import dev.edgewise.common.time.Ticker;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The capacity of a member as it was read last, and the read under way, which serves all who wait for it. Thread-safe.
 */
final class MemberCapacity {
    private static final Logger LOG = LoggerFactory.getLogger(MemberCapacity.class);

    /**
     * The next read begins so many times the duration of the last one later: reading a large member takes a tenth of
     * the time at most.
     */
    private static final int PAUSE = 9;

    private final String cluster;
    private final Reader reader;
    private final Clock clock;
    private final Ticker ticker;
    private volatile Known known = Known.NOTHING;
    private final SingleFlightCall call = new SingleFlightCall(this::readNow);
    private int generation;
    private boolean wasRead;
    private long endedAt;
    private Duration took = Duration.ZERO;

    /** Reads a capacity; {@link CapacityReader#read}. */
    interface Reader {
        CapacityReader.Reading read() throws CapacityUnknownException;
    }

    /**
     * The capacity with its age.
     *
     * @param reading the last one that succeeded; null before
     * @param at when its read began; null before
     * @param problem why the last read failed; empty if it succeeded
     */
    record Known(CapacityReader.@Nullable Reading reading, @Nullable Instant at, String problem) {
        static final Known NOTHING = new Known(null, null, "");

        /** Whether there is a reading of at most this age. */
        boolean isWithin(Duration age, Instant now) {
            return at != null && Duration.between(at, now).compareTo(age) <= 0;
        }
    }

    MemberCapacity(String cluster, Reader reader, Clock clock, Ticker ticker) {
        this.cluster = cluster;
        this.reader = reader;
        this.clock = clock;
        this.ticker = ticker;
    }

    Known known() {
        return known;
    }

    /** Whether it is time for the next read. */
    synchronized boolean isDue(Duration every) {
        Duration pause = took.multipliedBy(PAUSE);
        Duration needed = pause.compareTo(every) > 0 ? pause : every;
        return !call.isUnderWay() && (!wasRead || ticker.since(endedAt).compareTo(needed) >= 0);
    }

    /** Begins a read, unless one is under way; returns whether it has succeeded. */
    CompletableFuture<Boolean> read(Executor threads) {
        return call.begin(threads);
    }

    /**
     * Begins a read, unless one is under way; one that waits for a thread is given to these, too. Returns whether it
     * has succeeded.
     */
    CompletableFuture<Boolean> readNext(Executor threads) {
        return call.beginNext(threads);
    }

    private boolean readNow() {
        int begun = generation();
        Instant at = clock.instant();
        long start = ticker.nanos();
        Known next;
        try {
            next = new Known(reader.read(), at, "");
        } catch (CapacityUnknownException failed) {
            Known before = known;
            next = new Known(before.reading(), before.at(), String.valueOf(failed.getMessage()));
        } catch (RuntimeException unexpected) {
            LOG.error("The capacity of a member cluster cannot be read; cluster={}", cluster, unexpected);
            Known before = known;
            next = new Known(before.reading(), before.at(), "an error of this service; its log says why");
        }
        take(next, begun, ticker.since(start));
        return next.problem().isEmpty();
    }

    private synchronized int generation() {
        return generation;
    }

    private synchronized void take(Known next, int begun, Duration duration) {
        took = duration;
        endedAt = ticker.nanos();
        if (begun != generation) {
            return;
        }
        wasRead = true;
        if (!next.problem().isEmpty() && !next.problem().equals(known.problem())) {
            LOG.warn("The capacity of a member cluster is unknown; cluster={} cause={}", cluster, next.problem());
        }
        known = next;
    }

    /** Takes over what was read of the same cluster by another connection. */
    void inherit(MemberCapacity before) {
        known = before.known();
    }

    /** Forgets what was read, and what the read under way brings: the cluster is another one. */
    synchronized void clear() {
        generation++;
        wasRead = false;
        known = Known.NOTHING;
    }
}
