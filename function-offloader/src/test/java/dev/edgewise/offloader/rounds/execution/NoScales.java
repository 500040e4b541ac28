package dev.edgewise.offloader.rounds.execution;

import dev.edgewise.offloader.surge.DeploymentScaler;
import dev.edgewise.offloader.surge.Surge;

/** A scaler for tests that scale nothing. */
public final class NoScales implements DeploymentScaler {
    @Override
    public boolean addReplica(Surge surge) {
        return true;
    }

    @Override
    public boolean hasReplica(Surge surge) {
        return true;
    }

    @Override
    public boolean takeReplicaBack(Surge surge) {
        return true;
    }
}
