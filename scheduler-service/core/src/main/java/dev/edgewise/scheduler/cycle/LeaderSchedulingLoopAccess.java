package dev.edgewise.scheduler.cycle;

import dev.edgewise.common.WriteGate;
import dev.edgewise.scheduler.state.Snapshot;

/** The decisions of a scheduling loop, which are active while the loop runs and this replica leads. */
public final class LeaderSchedulingLoopAccess implements SchedulingLoopAccess {
    private final SchedulingCycle cycle;
    private final SchedulingLoop loop;
    private final WriteGate gate;

    /**
     * @param loop runs once a leader has caught up
     * @param gate closed while another replica leads
     */
    public LeaderSchedulingLoopAccess(SchedulingCycle cycle, SchedulingLoop loop, WriteGate gate) {
        this.cycle = cycle;
        this.loop = loop;
        this.gate = gate;
    }

    @Override
    public Snapshot snapshot() {
        return cycle.snapshot();
    }

    @Override
    public boolean isActive() {
        return loop.isRunning() && gate.isOpen();
    }

    @Override
    public void exclusively(Runnable step) {
        cycle.exclusively(step);
    }
}
