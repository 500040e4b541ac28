package dev.edgewise.scheduler.cycle;

/** What the cycle needs of the world outside. */
public record CyclePorts(
        PreBind preBind,
        Binder binder,
        Evictor evictor,
        Announcer announcer,
        DecisionLog decisions,
        Clarifier clarifier,
        CycleObserver observer) {}
