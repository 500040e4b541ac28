package dev.edgewise.scheduler.cycle;

import dev.edgewise.common.WriteGate;

/**
 * What the cycle needs of the world outside.
 *
 * @param gate closed while another replica leads, or this one stands back for another scheduler: nothing is bound or evicted then
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
