package dev.edgewise.offloader.rounds.pause;

import java.util.Optional;

/** Keeps for all replicas, and over restarts, whether moves are paused. */
public interface PauseStore {
    /** @throws PauseUnavailableException if that is not known now */
    Optional<Pause> read() throws PauseUnavailableException;

    /** @throws PauseUnavailableException if that could not be written; it is as it was, or not */
    void pause(Pause pause) throws PauseUnavailableException;

    /** @throws PauseUnavailableException if that could not be written; it is as it was, or not */
    void resume() throws PauseUnavailableException;
}
