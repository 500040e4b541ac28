package dev.edgewise.scheduler.cycle;

import dev.edgewise.scheduler.model.Pod;

/** Is told when a pod that was ours to place was placed by someone else. Must return at once. */
@FunctionalInterface
public interface RivalListener {
    RivalListener NONE = bound -> {};

    void boundByAnother(Pod bound);
}
