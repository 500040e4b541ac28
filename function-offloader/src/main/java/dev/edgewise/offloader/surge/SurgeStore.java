package dev.edgewise.offloader.surge;

import dev.edgewise.offloader.moves.MoveFailedException;
import java.util.List;

/** Remembers surges for whoever leads next: a workload must not keep a replica that nobody asked for. */
public interface SurgeStore {
    /** Nothing changes if there is a record of the same pod. */
    void add(Surge surge) throws MoveFailedException;

    /** Nothing changes if there is none. */
    void remove(Surge surge) throws MoveFailedException;

    List<Surge> all() throws MoveFailedException;
}
