package dev.edgewise.offloader.rounds;

import dev.edgewise.offloader.moves.MoveFailedException;
import dev.edgewise.offloader.safety.Mark;
import java.util.List;

/** What outlives the leaders of a test. */
final class LimitsInMemory implements LimitRecords {
    List<Mark> kept = List.of();
    int writes;
    boolean fails;

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
