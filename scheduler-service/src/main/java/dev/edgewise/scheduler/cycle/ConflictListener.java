package dev.edgewise.scheduler.cycle;

import dev.edgewise.scheduler.model.Pod;

/** Learns of each pod that was ours to bind and was bound by another. Must return at once. */
@FunctionalInterface
public interface ConflictListener {
    ConflictListener NONE = bound -> {};

    void boundByAnother(Pod bound);
}
