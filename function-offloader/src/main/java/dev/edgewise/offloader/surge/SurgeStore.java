package dev.edgewise.offloader.surge;

import dev.edgewise.offloader.moves.MoveFailedException;
import java.util.List;

/** Remembers surges for the next leader: a workload must not keep a replica that its owner did not ask for. */
public interface SurgeStore {
    /** Nothing changes if there is a record of the same pod. */
    void add(Surge surge) throws MoveFailedException;

    /** Nothing changes if there is none. */
    void remove(Surge surge) throws MoveFailedException;

    List<Surge> all() throws MoveFailedException;
}
