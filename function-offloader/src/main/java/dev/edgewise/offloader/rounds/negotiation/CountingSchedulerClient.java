package dev.edgewise.offloader.rounds.negotiation;

import dev.edgewise.offloader.plan.Cause;
import dev.edgewise.offloader.scheduler.Placement;
import dev.edgewise.offloader.scheduler.PlacementQuery;
import dev.edgewise.offloader.scheduler.SchedulerUnavailableException;
import dev.edgewise.offloader.scheduler.Violations;
import dev.edgewise.offloader.scheduler.WhatIf;
import java.util.List;
import java.util.Map;

/** Asks the scheduler for one plan, and counts the calls. For one thread. */
final class CountingSchedulerClient implements WhatIf, Violations {
    private final WhatIf scheduler;
    private final Violations violations;
    private int count;

    CountingSchedulerClient(WhatIf scheduler, Violations violations) {
        this.scheduler = scheduler;
        this.violations = violations;
    }

    int count() {
        return count;
    }

    @Override
    public Map<String, Placement> ask(List<PlacementQuery> queries) throws SchedulerUnavailableException {
        count += WhatIf.calls(queries.size());
        return scheduler.ask(queries);
    }

    /** A list without an answer is one call. */
    @Override
    public Listed of(Cause cause) throws SchedulerUnavailableException {
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
