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
        EventRecorder recorder,
        DecisionLog decisions,
        MeasurementRequester requester,
        CycleObserver observer,
        WriteGate gate) {}
