package dev.edgewise.scheduler.cycle;

import dev.edgewise.common.WriteGate;

/**
 * The ports of the cycle to the outside.
 *
 * @param gate closed while another replica leads, or this one pauses for another scheduler: nothing is bound or evicted
 *     then
 */
public record SchedulingCycleDependencies(
        PreBind preBind,
        Binder binder,
        PreemptionWriter evictor,
        EventRecorder recorder,
        DecisionLog decisions,
        MeasurementRequester requester,
        CycleObserver observer,
        WriteGate gate) {}
