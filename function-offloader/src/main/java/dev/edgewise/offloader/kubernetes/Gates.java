package dev.edgewise.offloader.kubernetes;

import dev.edgewise.common.WriteGate;
import dev.edgewise.offloader.moves.MoveFailedException;

/** Keeps a replica that leads no more from writing. */
final class Gates {
    private Gates() {}

    static void requireOpen(WriteGate gate) throws MoveFailedException {
        if (!gate.isOpen()) {
            throw new MoveFailedException("this replica leads no more");
        }
    }
}
