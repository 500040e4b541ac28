package dev.edgewise.scheduler.cycle;

/**
 * What the cycle needs of the world outside.
 *
 * @param mandate without which nothing is bound and nobody evicted
 */
public record CyclePorts(
        PreBind preBind,
        Binder binder,
        Evictor evictor,
        Announcer announcer,
        DecisionLog decisions,
        Clarifier clarifier,
        CycleObserver observer,
        Mandate mandate) {}
