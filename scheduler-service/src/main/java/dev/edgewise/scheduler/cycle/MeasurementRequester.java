package dev.edgewise.scheduler.cycle;

import dev.edgewise.scheduler.cluster.Snapshot;
import dev.edgewise.scheduler.pipeline.Decision;
import dev.edgewise.scheduler.pipeline.Profile;

/** Sees to it that what kept a pod from being placed is known better next time. Never blocks the caller. */
@FunctionalInterface
public interface MeasurementRequester {
    MeasurementRequester NONE = (decision, profile, snapshot) -> {};

    /** No node would do. */
    void rejected(Decision decision, Profile profile, Snapshot snapshot);
}
