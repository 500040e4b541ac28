package dev.edgewise.offloader.rounds.pause;

import dev.edgewise.common.time.Ticker;
import java.util.Optional;

/** The pause of moves, as it was read last. Safe for many threads. */
public final class PauseState {
    /** The time for which a read answer is used, as pages ask often. */
    private static final long KNOWN_FOR = 1_000_000_000;

    private final PauseStore store;
    private final Ticker ticker;
    private volatile Known known;

    /** @param readAt by the ticker: what is set here is read again at its time */
    private record Known(Optional<Pause> pause, long readAt) {}

    public PauseState(PauseStore store, Ticker ticker) {
        this.store = store;
        this.ticker = ticker;
        this.known = new Known(Optional.empty(), ticker.nanos() - KNOWN_FOR);
    }

    /** Reads the pause as it is now; a pause that is set here meanwhile stays known. */
    public Optional<Pause> read() throws PauseUnavailableException {
        Known before = known;
        Optional<Pause> read = store.read();
        replace(before, new Known(read, ticker.nanos()));
        return read;
    }

    private synchronized void replace(Known before, Known now) {
        if (known == before) {
            known = now;
        }
    }

    /** Returns the pause as it was a second ago, or when it was known last. */
    public Optional<Pause> lastKnown() {
        Known last = known;
        if (ticker.nanos() - last.readAt() < KNOWN_FOR) {
            return last.pause();
        }
        try {
            return read();
        } catch (PauseUnavailableException e) {
            return known.pause();
        }
    }

    public boolean wasPaused() {
        return known.pause().isPresent();
    }

    public void pause(Pause pause) throws PauseUnavailableException {
        store.pause(pause);
        set(Optional.of(pause));
    }

    public void resume() throws PauseUnavailableException {
        store.resume();
        set(Optional.empty());
    }

    private synchronized void set(Optional<Pause> pause) {
        known = new Known(pause, known.readAt());
    }
}
