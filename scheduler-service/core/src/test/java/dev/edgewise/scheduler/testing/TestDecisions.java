package dev.edgewise.scheduler.testing;

import dev.edgewise.scheduler.cycle.SchedulingCycle;
import dev.edgewise.scheduler.cycle.SchedulingLoopAccess;
import dev.edgewise.scheduler.state.ClusterState;
import dev.edgewise.scheduler.state.Snapshot;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Decisions of a replica that leads until a test says otherwise. */
public final class TestDecisions implements SchedulingLoopAccess {
    public volatile boolean active = true;
    private final Supplier<Snapshot> snapshots;
    private final Consumer<Runnable> exclusively;

    /** @param exclusively runs the steps */
    public TestDecisions(Supplier<Snapshot> snapshots, Consumer<Runnable> exclusively) {
        this.snapshots = snapshots;
        this.exclusively = exclusively;
    }

    /** The decisions of that cycle. */
    public TestDecisions(SchedulingCycle cycle) {
        this(cycle::snapshot, cycle::exclusively);
    }

    /** Decisions about that state, of which none is under way. */
    public TestDecisions(ClusterState state) {
        this(state::snapshot, Runnable::run);
    }

    @Override
    public Snapshot snapshot() {
        return snapshots.get();
    }

    @Override
    public boolean isActive() {
        return active;
    }

    @Override
    public void exclusively(Runnable step) {
        exclusively.accept(step);
    }
}
