package dev.edgewise.offloader.rounds;

import dev.edgewise.offloader.scheduler.Inquiry;
import dev.edgewise.offloader.scheduler.Placement;
import dev.edgewise.offloader.scheduler.SchedulerUnavailableException;
import dev.edgewise.offloader.scheduler.WhatIf;
import java.util.List;
import java.util.Map;

/** Counts the calls for each plan. For one thread at a time. */
final class CountedCalls implements WhatIf {
    private final WhatIf scheduler;
    private long count;

    CountedCalls(WhatIf scheduler) {
        this.scheduler = scheduler;
    }

    /** Of the same scheduler, from 0. */
    CountedCalls copy() {
        return new CountedCalls(scheduler);
    }

    long count() {
        return count;
    }

    @Override
    public Map<String, Placement> ask(List<Inquiry> inquiries) throws SchedulerUnavailableException {
        count += WhatIf.calls(inquiries.size());
        return scheduler.ask(inquiries);
    }
}
