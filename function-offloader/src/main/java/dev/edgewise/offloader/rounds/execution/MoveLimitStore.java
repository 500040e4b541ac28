package dev.edgewise.offloader.rounds.execution;

import dev.edgewise.offloader.moves.MoveFailedException;
import dev.edgewise.offloader.safety.MoveLimitEntry;
import java.util.List;

/** Remembers for the next leader what limits moves. */
public interface MoveLimitStore {
    /** Replaces all that was written before. */
    void write(List<MoveLimitEntry> marks) throws MoveFailedException;

    List<MoveLimitEntry> read() throws MoveFailedException;
}
