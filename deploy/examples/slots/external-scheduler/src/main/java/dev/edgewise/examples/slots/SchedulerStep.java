package dev.edgewise.examples.slots;

import dev.edgewise.examples.slots.client.Job;
import dev.edgewise.examples.slots.client.LearnedRunTimesCodec;
import dev.edgewise.examples.slots.client.Scheduling;
import dev.edgewise.examples.slots.client.Scheduling.JobSlots;
import dev.edgewise.examples.slots.client.SlotApiClient;
import dev.edgewise.examples.slots.client.SlotApiException;
import dev.edgewise.examples.slots.client.Testbed;
import dev.edgewise.examples.slots.client.Testbed.SlotPair;
import dev.edgewise.examples.slots.learning.CoLocationSlowdown;
import dev.edgewise.examples.slots.learning.JobPair;
import dev.edgewise.examples.slots.learning.LearningSettings;
import dev.edgewise.examples.slots.learning.PairChooser;
import dev.edgewise.examples.slots.learning.PairChooser.Choice;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Runs the jobs that have waited longest on the scheduler's testbed, the pairs that disturb each other least on a node.
 */
final class SchedulerStep implements ExternalSchedulerLoopStep {
    private final SlotApiClient slots;
    private final SchedulingRun runs;
    private final LearnedDataAndJobReservations notebook;
    private final SchedulingObjectNames names;
    private final String testbed;
    private final Consumer<String> log;

    SchedulerStep(
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
        List<SlotPair> nodes = runs.freeTestbed(testbed).map(Testbed::freePairs).orElse(List.of());
        Map<String, Job> jobs = slots.jobs();
        List<String> waiting = waiting(jobs, notebook::isAvailable).stream()
                .limit(2L * nodes.size())
                .toList();
        if (waiting.isEmpty() || !notebook.reserve(waiting, jobs)) {
            return false;
        }
        try {
            run(choose(jobs, waiting, nodes.size()), nodes);
        } finally {
            notebook.release(waiting);
        }
        return true;
    }

    /** Names of jobs in the order of their last runs. */
    static List<String> waiting(Map<String, Job> jobs, Predicate<Job> available) {
        return jobs.values().stream()
                .filter(available)
                .sorted(Comparator.comparing(Job::lastStop).thenComparing(Job::name))
                .map(Job::name)
                .toList();
    }

    /** Chooses the jobs that share a node, by the run times that the jobs keep. */
    static Choice choose(Map<String, Job> jobs, List<String> waiting, int nodes) {
        CoLocationSlowdown disturbance =
                new CoLocationSlowdown(LearnedRunTimesCodec.of(jobs.values()), LearningSettings.USUAL);
        return PairChooser.choose(waiting, nodes, disturbance::of);
    }

    private void run(Choice choice, List<SlotPair> nodes) throws SlotApiException, InterruptedException {
        List<JobSlots> places = new ArrayList<>();
        List<String> all = new ArrayList<>();
        int node = 0;
        for (JobPair pair : choice.pairs()) {
            places.add(new JobSlots(pair.first(), List.of(nodes.get(node).first())));
            places.add(new JobSlots(pair.second(), List.of(nodes.get(node).second())));
            all.addAll(List.of(pair.first(), pair.second()));
            node++;
        }
        for (String job : choice.alone()) {
            places.add(new JobSlots(job, List.of(nodes.get(node).first())));
            all.add(job);
            node++;
        }
        Scheduling scheduling = Scheduling.of(names.next(), testbed, places);
        log.accept("Scheduling " + scheduling.name() + ": " + LearnedMatrixPrintout.text(choice));
        Map<String, Job> after = runs.run(scheduling, all);
        for (JobPair pair : choice.pairs()) {
            notebook.learn(pair, scheduling.name(), after);
        }
    }
}
