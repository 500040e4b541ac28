package dev.edgewise.offloader.rounds;

import dev.edgewise.common.time.Ticker;
import java.util.Optional;

/** Whether moves are paused, as it was read last. Safe for many threads. */
public final class PauseState {
    /** Who shows it asks often. */
    private static final long KNOWN_FOR = 1_000_000_000;

    private final PauseSwitch store;
    private final Ticker ticker;
    private volatile Optional<Pause> last = Optional.empty();
    private volatile long readAt;

    public PauseState(PauseSwitch store, Ticker ticker) {
        this.store = store;
        this.ticker = ticker;
        this.readAt = ticker.nanos() - KNOWN_FOR;
    }

    /** As it is now. */
    Optional<Pause> read() throws PauseUnavailableException {
        last = store.read();
        readAt = ticker.nanos();
        return last;
    }

    /** As it was a second ago, or when that was known last. */
    public Optional<Pause> lastKnown() {
        if (ticker.nanos() - readAt < KNOWN_FOR) {
            return last;
        }
        try {
            return read();
        } catch (PauseUnavailableException e) {
            return last;
        }
    }

    boolean wasPaused() {
        return last.isPresent();
    }

    public void pause(Pause pause) throws PauseUnavailableException {
        store.pause(pause);
        last = Optional.of(pause);
    }

    public void resume() throws PauseUnavailableException {
        store.resume();
        last = Optional.empty();
    }
}
