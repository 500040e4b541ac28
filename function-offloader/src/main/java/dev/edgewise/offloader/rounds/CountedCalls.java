package dev.edgewise.offloader.rounds;

import dev.edgewise.offloader.plan.Cause;
import dev.edgewise.offloader.scheduler.Inquiry;
import dev.edgewise.offloader.scheduler.Placement;
import dev.edgewise.offloader.scheduler.SchedulerUnavailableException;
import dev.edgewise.offloader.scheduler.Violations;
import dev.edgewise.offloader.scheduler.WhatIf;
import java.util.List;
import java.util.Map;

/** Counts the calls for each plan. For one thread at a time. */
final class CountedCalls implements WhatIf, Violations {
    private final WhatIf scheduler;
    private final Violations violations;
    private long count;

    CountedCalls(WhatIf scheduler, Violations violations) {
        this.scheduler = scheduler;
        this.violations = violations;
    }

    /** Of the same scheduler, from 0. */
    CountedCalls copy() {
        return new CountedCalls(scheduler, violations);
    }

    long count() {
        return count;
    }

    @Override
    public Map<String, Placement> ask(List<Inquiry> inquiries) throws SchedulerUnavailableException {
        count += WhatIf.calls(inquiries.size());
        return scheduler.ask(inquiries);
    }

    /** Without an answer, one. */
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
