package dev.edgewise.offloader.rounds.execution;

import dev.edgewise.offloader.surge.Surge;
import dev.edgewise.offloader.surge.SurgeStore;
import java.util.List;

/** A store for tests in which no surge outlives its leader. */
public final class NoSurgeRecords implements SurgeStore {
    @Override
    public void add(Surge surge) {}

    @Override
    public void remove(Surge surge) {}

    @Override
    public List<Surge> all() {
        return List.of();
    }
}
