package dev.edgewise.offloader.rounds.execution;

import dev.edgewise.offloader.moves.MoveFailedException;
import dev.edgewise.offloader.safety.Mark;
import java.util.List;

/** What outlives the leaders of a test. */
public final class LimitsInMemory implements LimitRecords {
    public List<Mark> kept = List.of();
    public int writes;
    public boolean fails;

    @Override
    public void write(List<Mark> marks) throws MoveFailedException {
        if (fails) {
            throw new MoveFailedException("no answer from the API server");
        }
        writes++;
        kept = List.copyOf(marks);
    }

    @Override
    public List<Mark> read() {
        return kept;
    }
}
