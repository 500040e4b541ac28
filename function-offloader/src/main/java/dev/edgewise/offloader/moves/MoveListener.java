package dev.edgewise.offloader.moves;

import dev.edgewise.offloader.safety.MovablePod;

/** Hears when pods leave and how moves end: events, metrics, history. */
@FunctionalInterface
public interface MoveListener {
    /** Room is reserved for the pod's replacement, and its eviction is asked for next. */
    default void leaving(MovablePod pod) {}

    void ended(MoveOutcome outcome);
}
