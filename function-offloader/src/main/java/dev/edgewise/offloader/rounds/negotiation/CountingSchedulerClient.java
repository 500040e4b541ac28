package dev.edgewise.offloader.rounds.negotiation;

import dev.edgewise.offloader.plan.MoveCause;
import dev.edgewise.offloader.scheduler.Placement;
import dev.edgewise.offloader.scheduler.PlacementQuery;
import dev.edgewise.offloader.scheduler.PlacementSimulator;
import dev.edgewise.offloader.scheduler.SchedulerUnavailableException;
import dev.edgewise.offloader.scheduler.ViolationSource;
import java.util.List;
import java.util.Map;

/** Asks the scheduler for one plan, and counts the calls. For one thread. */
final class CountingSchedulerClient implements PlacementSimulator, ViolationSource {
    private final PlacementSimulator scheduler;
    private final ViolationSource violations;
    private int count;

    CountingSchedulerClient(PlacementSimulator scheduler, ViolationSource violations) {
        this.scheduler = scheduler;
        this.violations = violations;
    }

    int count() {
        return count;
    }

    @Override
    public Map<String, Placement> ask(List<PlacementQuery> queries) throws SchedulerUnavailableException {
        count += PlacementSimulator.calls(queries.size());
        return scheduler.ask(queries);
    }

    /** A list without an answer is one call. */
    @Override
    public Listed of(MoveCause cause) throws SchedulerUnavailableException {
        int calls = 1;
        try {
            Listed listed = violations.of(cause);
            calls = listed.calls();
            return listed;
        } finally {
            count += calls;
        }
    }
}
