package dev.edgewise.networkprobe.rtt;

import dev.edgewise.common.signal.SignalStoreUnavailableException;
import dev.edgewise.common.signal.WriterLock;
import dev.edgewise.common.time.SteadyTime;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether this process is the one that writes round-trip times. Of two, each would hear half of the agents and publish the pairs of
 * the other half as lost. While Redis is away nobody writes, and each goes on with what it hears. Safe for many threads.
 */
public final class WriterTurn {
    private static final Logger log = LoggerFactory.getLogger(WriterTurn.class);
    private static final Duration HELD = Duration.ofSeconds(15);
    static final Duration RENEWED = Duration.ofSeconds(4);

    private final WriterLock lock;
    private final String identity;
    private final SteadyTime time;
    private @Nullable Reading asked;
    private final Patience patience = new Patience();
    private boolean holds;
    private volatile @Nullable String other;

    /** @param identity of this process among those that share the store */
    public WriterTurn(WriterLock lock, String identity, SteadyTime time) {
        this.lock = lock;
        this.identity = identity;
        this.time = time;
    }

    /**
     * Whether this process may write; asks for the lock, or renews it, when that is due. To be called before each row, as the
     * rows of a large cluster take longer than the lock is held.
     *
     * @throws SignalStoreUnavailableException if that is not known
     */
    public synchronized boolean isOurs() {
        Reading now = Reading.of(time);
        if (asked == null || asked.isPast(patience.pause(), now)) {
            String before = other;
            String holder = before == null ? lock.hold(identity, HELD) : holderAfter(before, now);
            asked = now;
            holds = holder.equals(identity);
            learn(holds || holder.isEmpty() ? null : holder);
        }
        return holds;
    }

    /**
     * Who stood by does not run for the lock: of a Redis that was restarted and is empty, the one that wrote knows what was in it.
     */
    private String holderAfter(String before, Reading now) {
        Optional<String> holder = look();
        if (holder.isEmpty() && !patience.isOver(now)) {
            return before;
        }
        patience.end();
        return holder.filter(name -> !name.equals(identity)).orElseGet(() -> lock.hold(identity, HELD));
    }

    private Optional<String> look() {
        try {
            return lock.holder();
        } catch (SignalStoreUnavailableException e) {
            patience.storeIsAway();
            throw e;
        }
    }

    /** Who writes instead of this process, as of the last time that the store could be asked. */
    public Optional<String> other() {
        return Optional.ofNullable(other);
    }

    /**
     * To be called before anything is taken: by a process that stands by it would be published by nobody. Asks nobody.
     *
     * @throws StandingByException if another writes; becomes a 503 problem
     */
    public void requireNoOther() {
        String writer = other;
        if (writer != null) {
            throw new StandingByException(writer);
        }
    }

    synchronized void release() {
        try {
            lock.release(identity);
        } catch (SignalStoreUnavailableException e) {
            log.info("The lock of the writer is not released, it expires within {}: {}", HELD, e.getMessage());
        }
        holds = false;
        asked = null;
    }

    private void learn(@Nullable String holder) {
        if (holder != null && !holder.equals(other)) {
            log.warn(
                    "Standing by: {} writes round-trip times to this Redis; this process, {}, takes no reports and writes nothing"
                            + " until that one ends. Run one network-probe for each Redis",
                    holder,
                    identity);
        } else if (holder == null && other != null) {
            log.info("Writing round-trip times, as {} does not any more", other);
        }
        other = holder;
    }
}
