package dev.edgewise.scheduler.cycle;

import dev.edgewise.common.WriteGate;

/**
 * What the cycle needs of the world outside.
 *
 * @param gate without which nothing is bound and nobody evicted
 */
public record CyclePorts(
        PreBind preBind,
        Binder binder,
        Evictor evictor,
        Announcer announcer,
        DecisionLog decisions,
        Clarifier clarifier,
        CycleObserver observer,
        WriteGate gate) {}
