package dev.edgewise.scheduler.cycle;

import dev.edgewise.scheduler.framework.Decision;

/** Keeps decisions so that they can be explained later. Must cost the caller next to nothing. */
@FunctionalInterface
public interface DecisionLog {
    void record(Decision decision);
}
