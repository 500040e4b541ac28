package dev.edgewise.offloader.moves;

/** Hears how moves end: events, metrics, history. */
@FunctionalInterface
public interface MoveListener {
    void ended(MoveOutcome outcome);
}
