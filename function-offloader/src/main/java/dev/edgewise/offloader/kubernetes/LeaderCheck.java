package dev.edgewise.offloader.kubernetes;

import dev.edgewise.common.WriteGate;
import dev.edgewise.offloader.moves.MoveFailedException;

/** Refuses writes of a replica that does not lead any more. */
final class LeaderCheck {
    private LeaderCheck() {}

    static void requireLeading(WriteGate gate) throws MoveFailedException {
        if (!gate.isOpen()) {
            throw new MoveFailedException("this replica is not the leader any more");
        }
    }
}
