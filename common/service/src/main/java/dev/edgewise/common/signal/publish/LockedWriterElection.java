package dev.edgewise.common.signal.publish;

import dev.edgewise.common.signal.SignalStoreFullException;
import dev.edgewise.common.signal.SignalStoreUnavailableException;
import dev.edgewise.common.signal.WriterLock;
import dev.edgewise.common.time.SteadyTime;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The process that holds the {@link WriterLock} writes. Two writers would each delete what only the other one measures.
 * While Redis is unreachable no process writes, and each continues with its own measurements. Safe for many threads.
 */
public final class LockedWriterElection implements WriterElection {
    private static final Logger LOG = LoggerFactory.getLogger(LockedWriterElection.class);
    private static final Duration HELD = Duration.ofSeconds(15);
    static final Duration RENEWED = Duration.ofSeconds(4);
    /** Interval of checks of a standby: a service that is started again is not ready before it writes. */
    static final Duration LOOKS = Duration.ofSeconds(1);

    private final String signal;
    private final WriterLock lock;
    private final String identity;
    private final SteadyTime time;
    private @Nullable ClockReading asked;
    private final TakeoverDelay takeover = new TakeoverDelay();
    private boolean holds;
    private volatile @Nullable String other;

    /**
     * @param signal what is written, for logs
     * @param identity of this process among those that share the store
     */
    public LockedWriterElection(String signal, WriterLock lock, String identity, SteadyTime time) {
        this.signal = signal;
        this.lock = lock;
        this.identity = identity;
        this.time = time;
    }

    /**
     * Asks for the lock, or renews it, when that is due: the rows of a large cluster take longer than the lock is held.
     */
    @Override
    public synchronized boolean isOurs() {
        ClockReading now = ClockReading.of(time);
        if (asked == null || asked.isPast(other == null ? RENEWED : LOOKS, now)) {
            String before = other;
            String holder = before == null ? lock.hold(identity, HELD) : holderAfter(before, now);
            asked = now;
            holds = holder.equals(identity);
            learn(holds || holder.isEmpty() ? null : holder);
        }
        return holds;
    }

    /**
     * Returns the next holder. A standby takes the lock after a delay, unless the other released it: after a restart of
     * an empty Redis, the last writer knows what was in it.
     */
    private String holderAfter(String before, ClockReading now) {
        Optional<String> holder = look();
        if (holder.isEmpty() && !takeover.isOver(now)) {
            return before;
        }
        takeover.end();
        return holder.filter(name -> !name.equals(identity) && !name.equals(WriterLock.RELEASED))
                .orElseGet(this::holdAfterTheOther);
    }

    /**
     * A full store takes no new lock, but renews that of a process that lives: there is none, and what is known here
     * applies. One that refuses all writes renews none: the other may live, and continues with what it hears.
     */
    private String holdAfterTheOther() {
        try {
            return lock.hold(identity, HELD);
        } catch (SignalStoreFullException e) {
            learn(null);
            asked = null;
            throw e;
        }
    }

    private Optional<String> look() {
        try {
            return lock.holder();
        } catch (SignalStoreUnavailableException e) {
            takeover.storeIsAway();
            throw e;
        }
    }

    /** Returns the other writer, as of the last answer of the store. */
    @Override
    public Optional<String> other() {
        return Optional.ofNullable(other);
    }

    @Override
    public synchronized void release() {
        try {
            lock.release(identity);
        } catch (SignalStoreUnavailableException e) {
            LOG.info(
                    "The lock is not released, and expires by itself; signal={} within={} cause={}",
                    signal,
                    HELD,
                    e.getMessage());
        }
        holds = false;
        asked = null;
    }

    private void learn(@Nullable String holder) {
        if (holder != null && !holder.equals(other)) {
            LOG.warn(
                    "Standing by until another process ends, which writes to this Redis; signal={} writer={} identity={}",
                    signal,
                    holder,
                    identity);
        } else if (holder == null && other != null) {
            LOG.info("Writing, as the other process does not any more; signal={} other={}", signal, other);
        }
        other = holder;
    }
}
