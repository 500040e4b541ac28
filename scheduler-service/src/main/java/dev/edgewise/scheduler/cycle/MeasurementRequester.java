package dev.edgewise.scheduler.cycle;

import dev.edgewise.scheduler.cluster.Snapshot;
import dev.edgewise.scheduler.pipeline.Decision;
import dev.edgewise.scheduler.pipeline.Profile;

/** Requests measurements that could make a rejected pod schedulable. Never blocks the caller. */
@FunctionalInterface
public interface MeasurementRequester {
    MeasurementRequester NONE = (decision, profile, snapshot) -> {};

    /** No node would do. */
    void rejected(Decision decision, Profile profile, Snapshot snapshot);
}
