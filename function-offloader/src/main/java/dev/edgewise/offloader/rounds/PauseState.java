package dev.edgewise.offloader.rounds;

import java.util.Optional;

/** Whether moves are paused, as it was read last. Safe for many threads. */
public final class PauseState {
    private final PauseSwitch store;
    private volatile Optional<Pause> last = Optional.empty();

    public PauseState(PauseSwitch store) {
        this.store = store;
    }

    /** As it is now. */
    Optional<Pause> read() throws PauseUnavailableException {
        last = store.read();
        return last;
    }

    /** As it is now, or was when that was known last. */
    public Optional<Pause> lastKnown() {
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
