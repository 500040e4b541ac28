package dev.edgewise.examples.slots;

import dev.edgewise.examples.slots.client.Job;
import dev.edgewise.examples.slots.client.LearnedRunTimesCodec;
import dev.edgewise.examples.slots.client.Scheduling;
import dev.edgewise.examples.slots.client.SlotApiClient;
import dev.edgewise.examples.slots.client.SlotApiException;
import dev.edgewise.examples.slots.client.Testbed;
import dev.edgewise.examples.slots.client.Testbed.SlotPair;
import dev.edgewise.examples.slots.learning.JobPair;
import dev.edgewise.examples.slots.learning.LearningSettings;
import dev.edgewise.examples.slots.learning.ProfilingPairSelector;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Runs the pair from which most is learned on the profiler's testbed. */
final class ProfilerStep implements ExternalSchedulerLoopStep {
    /** Rounds for which a pair is left out that did not run side by side; twice as many each time. */
    private static final int FIRST_PAUSE = 4;

    private static final int MOST_DOUBLINGS = 6;

    private final SlotApiClient slots;
    private final SchedulingRun runs;
    private final LearnedDataAndJobReservations notebook;
    private final SchedulingObjectNames names;
    private final String testbed;
    private final Consumer<String> log;
    private final Map<JobPair, Integer> fruitless = new HashMap<>();
    private final Map<JobPair, Integer> pausedUntil = new HashMap<>();
    private boolean bestPairsLogged;
    private int round;

    ProfilerStep(
            SlotApiClient slots,
            SchedulingRun runs,
            LearnedDataAndJobReservations notebook,
            String testbed,
            Consumer<String> log) {
        this.slots = slots;
        this.runs = runs;
        this.notebook = notebook;
        this.names = new SchedulingObjectNames(testbed);
        this.testbed = testbed;
        this.log = log;
    }

    @Override
    public boolean once() throws SlotApiException, InterruptedException {
        names.deleteLeftovers(slots, runs, log);
        round++;
        Map<String, Job> jobs = slots.jobs();
        ProfilingPairSelector profiling = new ProfilingPairSelector(
                LearnedRunTimesCodec.of(jobs.values()), LearningSettings.USUAL, List.copyOf(jobs.keySet()));
        Optional<JobPair> next = profiling.next(pair -> notebook.willBeAvailable(jobs.get(pair.first()))
                && notebook.willBeAvailable(jobs.get(pair.second()))
                && pausedUntil.getOrDefault(pair, 0) <= round);
        say(profiling);
        notebook.want(next.map(ProfilerStep::both).orElse(List.of()));
        if (next.isEmpty() || !notebook.reserve(both(next.get()), jobs)) {
            return false;
        }
        try {
            return run(next.get());
        } finally {
            notebook.release(both(next.get()));
        }
    }

    private boolean run(JobPair pair) throws SlotApiException, InterruptedException {
        Optional<SlotPair> free = runs.freeTestbed(testbed)
                .map(Testbed::freePairs)
                .flatMap(pairs -> pairs.stream().findFirst());
        if (free.isEmpty()) {
            log.accept("Testbed " + testbed + " has no node with two free slots");
            return false;
        }
        Scheduling scheduling = Scheduling.of(
                names.next(),
                testbed,
                List.of(
                        new Scheduling.JobSlots(pair.first(), List.of(free.get().first())),
                        new Scheduling.JobSlots(
                                pair.second(), List.of(free.get().second()))));
        if (notebook.learn(pair, scheduling.name(), runs.run(scheduling, both(pair)))) {
            fruitless.remove(pair);
        } else {
            int times = fruitless.merge(pair, 1, Integer::sum);
            pausedUntil.put(pair, round + (FIRST_PAUSE << Math.min(times, MOST_DOUBLINGS)));
            log.accept(pair.first() + " and " + pair.second() + " did not run side by side: nothing is learned");
        }
        return true;
    }

    private void say(ProfilingPairSelector profiling) {
        boolean found = profiling.isFound();
        if (found && !bestPairsLogged) {
            log.accept("The pairs that disturb each other least are found: "
                    + profiling.best().stream().map(LearnedMatrixPrintout::name).collect(Collectors.joining(", ")));
        }
        bestPairsLogged = found;
    }

    private static List<String> both(JobPair pair) {
        return List.of(pair.first(), pair.second());
    }
}
