package dev.edgewise.offloader.surge;

import dev.edgewise.offloader.moves.MoveFailedException;

/**
 * Gives the workload of a surge a second replica for a while. Each change is one step that nothing can come between.
 */
public interface DeploymentScaler {
    /**
     * Scales the workload from one replica to two.
     *
     * @return whether it had one; if not, somebody else decides about it, and it is as it was
     */
    boolean addReplica(Surge surge) throws MoveFailedException;

    /**
     * Whether the workload has two replicas because of this surge: the number has not changed since, not even to
     * another one and back.
     */
    boolean hasReplica(Surge surge) throws MoveFailedException;

    /**
     * Scales the workload back to one replica.
     *
     * @return whether it had two because of this surge; if not, it is as it was
     */
    boolean takeReplicaBack(Surge surge) throws MoveFailedException;
}
