package dev.edgewise.offloader.rounds;

import dev.edgewise.offloader.scheduler.Inquiry;
import dev.edgewise.offloader.scheduler.Placement;
import dev.edgewise.offloader.scheduler.SchedulerUnavailableException;
import dev.edgewise.offloader.scheduler.WhatIf;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Asks about fewer pods after a question without an answer, as one of them may take the scheduler too long whenever it is asked about: about half as many, at least one, and those
 * after them first. After each answer there are twice as many. For one thread at a time.
 */
final class Portions implements WhatIf {
    private static final int MOST = MOST_AT_ONCE * MOST_CALLS;

    private final WhatIf scheduler;
    private int most = MOST;

    /** Pods that were asked about without an answer. */
    private int passed;

    Portions(WhatIf scheduler) {
        this.scheduler = scheduler;
    }

    /** Asks as this one would. */
    Portions copy(WhatIf ofCopy) {
        Portions copy = new Portions(ofCopy);
        copy.most = most;
        copy.passed = passed;
        return copy;
    }

    @Override
    public Map<String, Placement> ask(List<Inquiry> inquiries) throws SchedulerUnavailableException {
        List<Inquiry> portion = portion(inquiries);
        try {
            Map<String, Placement> answers = scheduler.ask(portion);
            most = Math.min(MOST, 2 * most);
            return answers;
        } catch (SchedulerUnavailableException e) {
            most = Math.max(1, portion.size() / 2);
            passed += portion.size();
            throw e;
        }
    }

    /** In the same order. */
    private List<Inquiry> portion(List<Inquiry> inquiries) {
        int all = inquiries.size();
        return all <= most
                ? inquiries
                : IntStream.range(0, all)
                        .filter(place -> Math.floorMod(place - passed, all) < most)
                        .mapToObj(inquiries::get)
                        .toList();
    }
}
