package dev.edgewise.offloader.rounds.execution;

import dev.edgewise.offloader.moves.MoveFailedException;
import dev.edgewise.offloader.safety.MoveLimitEntry;
import java.util.List;

/** The limits of moves that outlive the leaders of a test. */
public final class LimitsInMemory implements MoveLimitStore {
    public List<MoveLimitEntry> kept = List.of();
    public int writes;
    public boolean fails;

    @Override
    public void write(List<MoveLimitEntry> marks) throws MoveFailedException {
        if (fails) {
            throw new MoveFailedException("no answer from the API server");
        }
        writes++;
        kept = List.copyOf(marks);
    }

    @Override
    public List<MoveLimitEntry> read() {
        return kept;
    }
}
