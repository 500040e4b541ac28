package dev.edgewise.offloader.rounds;

import dev.edgewise.common.time.Ticker;
import java.util.Optional;

/** Whether moves are paused, as it was read last. Safe for many threads. */
public final class PauseState {
    /** Who shows it asks often. */
    private static final long KNOWN_FOR = 1_000_000_000;

    private final PauseSwitch store;
    private final Ticker ticker;
    private Optional<Pause> last = Optional.empty();
    private long readAt;
    /** How often it was changed here. */
    private long changes;

    public PauseState(PauseSwitch store, Ticker ticker) {
        this.store = store;
        this.ticker = ticker;
        this.readAt = ticker.nanos() - KNOWN_FOR;
    }

    /** As it is now. */
    Optional<Pause> read() throws PauseUnavailableException {
        long before = changes();
        Optional<Pause> read = store.read();
        remember(read, before);
        return read;
    }

    private synchronized long changes() {
        return changes;
    }

    /** Unless it has been changed here since it was read. */
    private synchronized void remember(Optional<Pause> read, long before) {
        if (changes == before) {
            last = read;
            readAt = ticker.nanos();
        }
    }

    private synchronized void changed(Optional<Pause> now) {
        changes++;
        last = now;
    }

    /** As it was a second ago, or when that was known last. */
    public Optional<Pause> lastKnown() {
        if (!isRecent()) {
            try {
                return read();
            } catch (PauseUnavailableException e) {
                // What was known last holds.
            }
        }
        return last();
    }

    private synchronized boolean isRecent() {
        return ticker.nanos() - readAt < KNOWN_FOR;
    }

    private synchronized Optional<Pause> last() {
        return last;
    }

    boolean wasPaused() {
        return last().isPresent();
    }

    public void pause(Pause pause) throws PauseUnavailableException {
        store.pause(pause);
        changed(Optional.of(pause));
    }

    public void resume() throws PauseUnavailableException {
        store.resume();
        changed(Optional.empty());
    }
}
