package dev.edgewise.offloader.rounds.execution;

import dev.edgewise.offloader.moves.MoveFailedException;
import dev.edgewise.offloader.safety.Mark;
import java.util.List;

/** Remembers for the next leader what limits moves. */
public interface LimitRecords {
    /** Replaces all that was written before. */
    void write(List<Mark> marks) throws MoveFailedException;

    List<Mark> read() throws MoveFailedException;
}
