package dev.edgewise.scheduler.cycle;

import dev.edgewise.scheduler.framework.Decision;
import dev.edgewise.scheduler.framework.Profile;
import dev.edgewise.scheduler.state.Snapshot;

/** Requests measurements that could make a rejected pod schedulable. Never blocks the caller. */
@FunctionalInterface
public interface MeasurementRequester {
    MeasurementRequester NONE = (decision, profile, snapshot) -> {};

    /** Called when no node accepted the pod. */
    void rejected(Decision decision, Profile profile, Snapshot snapshot);
}
