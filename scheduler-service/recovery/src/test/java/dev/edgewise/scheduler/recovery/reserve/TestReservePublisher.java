package dev.edgewise.scheduler.recovery.reserve;

import dev.edgewise.common.time.Ticker;
import dev.edgewise.scheduler.cycle.Decisions;
import dev.edgewise.scheduler.plugins.recovery.ReserveWriter;
import dev.edgewise.scheduler.state.ClusterState;

/** Gives other packages the steps of the loop that shows reserves. */
public final class TestReservePublisher {
    private TestReservePublisher() {}

    public static Runnable steps(ClusterState state, Decisions decisions, ReserveWriter writer, Ticker ticker) {
        return new ReservePublisher(state, decisions, writer, true, ticker)::step;
    }
}
