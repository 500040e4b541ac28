package dev.edgewise.scheduler.reservations;

import dev.edgewise.scheduler.cycle.SchedulingLoopAccess;
import dev.edgewise.scheduler.state.ClusterState;
import dev.edgewise.scheduler.state.ReservationState;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;

/**
 * Ends reservations whose time is over, and activates those whose node has enough capacity, if this replica decides; on
 * other replicas their status counts. Its state follows from the cluster alone, so that nothing is lost with a leader.
 * One thread only.
 */
final class ReservationReconciler {
    private final ClusterState state;
    private final SchedulingLoopAccess decisions;
    private final BooleanSupplier synced;
    private final ReservationDeadlines deadlines;
    private final int mostPerNamespace;

    /**
     * @param synced whether all reservations that were there at the start were read
     * @param mostPerNamespace how many of one namespace may hold room at a time
     */
    ReservationReconciler(
            ClusterState state,
            SchedulingLoopAccess decisions,
            BooleanSupplier synced,
            ReservationDeadlines deadlines,
            int mostPerNamespace) {
        this.state = state;
        this.decisions = decisions;
        this.synced = synced;
        this.deadlines = deadlines;
        this.mostPerNamespace = mostPerNamespace;
    }

    /**
     * Expires reservations whose time is over, and accepts new ones while this replica decides. To be called several
     * times a second: each time is counted from when it is first seen here.
     */
    void step() {
        boolean all = synced.getAsBoolean();
        Set<String> uids = new HashSet<>();
        List<String> over = new ArrayList<>();
        for (ReservationState known : state.reservations().states()) {
            String uid = known.reservation().uid();
            uids.add(uid);
            if (deadlines.isOver(known.reservation()) && !known.now().phase().isEnd()) {
                over.add(uid);
            }
        }
        deadlines.retain(uids, all);
        boolean isActive = decisions.isActive();
        decisions.exclusively(() -> {
            if (isActive) {
                over.forEach(state.reservations()::expire);
                state.reservations().accept(mostPerNamespace);
            } else {
                state.reservations().follow();
            }
        });
    }
}
