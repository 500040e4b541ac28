package dev.edgewise.examples.slots;

import dev.edgewise.examples.slots.client.Job;
import dev.edgewise.examples.slots.client.LearnedRunTimesCodec;
import dev.edgewise.examples.slots.client.Testbed;
import dev.edgewise.examples.slots.learning.CoLocationSlowdown;
import dev.edgewise.examples.slots.learning.JobPair;
import dev.edgewise.examples.slots.learning.LearnedRunTimes;
import dev.edgewise.examples.slots.learning.LearningSettings;
import dev.edgewise.examples.slots.learning.PairChooser.Choice;
import dev.edgewise.examples.slots.learning.ProfilingPairSelector;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The matrix and the next Schedulings, as text. */
final class LearnedMatrixPrintout {
    private final Map<String, Job> jobs;
    private final LearnedRunTimes learned;
    private final CoLocationSlowdown disturbance;

    LearnedMatrixPrintout(Map<String, Job> jobs) {
        this.jobs = new TreeMap<>(jobs);
        this.learned = LearnedRunTimesCodec.of(jobs.values());
        this.disturbance = new CoLocationSlowdown(learned, LearningSettings.USUAL);
    }

    String text(Testbed profiler, Testbed scheduler) {
        return matrix() + "\n" + next(profiler, scheduler);
    }

    /** A row for each job: its mean run time in seconds beside the job of the column, and the runs it rests on. */
    private String matrix() {
        List<List<String>> rows = new ArrayList<>();
        List<String> head = new ArrayList<>(List.of("seconds (runs)"));
        head.addAll(jobs.keySet());
        rows.add(head);
        for (String job : jobs.keySet()) {
            List<String> row = new ArrayList<>(List.of(job));
            jobs.keySet().forEach(other -> row.add(job.equals(other) ? "/" : cell(job, other)));
            rows.add(row);
        }
        return aligned(rows);
    }

    private String cell(String job, String beside) {
        OptionalDouble seconds = disturbance.seconds(job, beside);
        if (seconds.isEmpty()) {
            return "-";
        }
        boolean lowerBound = learned.of(job, beside).complete() == 0;
        return String.format(
                Locale.ROOT,
                "%s%.1f (%d)",
                lowerBound ? ">" : "",
                seconds.getAsDouble(),
                learned.of(job, beside).samples());
    }

    private String next(Testbed profiler, Testbed scheduler) {
        ProfilingPairSelector profiling =
                new ProfilingPairSelector(learned, LearningSettings.USUAL, List.copyOf(jobs.keySet()));
        Optional<JobPair> next = profiling.next(pair -> isReady(pair.first()) && isReady(pair.second()));
        String learns = next.map(LearnedMatrixPrintout::name)
                .orElse(profiling.isFound() ? "nothing, the least disturbing pairs are found" : "no pair is ready");
        int nodes = scheduler.freePairs().size();
        List<String> waiting = SchedulerStep.waiting(jobs, Job::isReady).stream()
                .filter(job -> next.filter(pair -> pair.has(job)).isEmpty())
                .limit(2L * nodes)
                .toList();
        Choice choice = SchedulerStep.choose(jobs, waiting, nodes);
        return "next on " + profiler.name() + ": " + learns + "\n" + "next on " + scheduler.name() + ": "
                + (waiting.isEmpty() ? "nothing, no job is ready or no node has two free slots" : text(choice)) + "\n";
    }

    private boolean isReady(String name) {
        Job job = jobs.get(name);
        return job != null && job.isReady();
    }

    static String text(Choice choice) {
        List<String> nodes = new ArrayList<>(
                choice.pairs().stream().map(LearnedMatrixPrintout::name).toList());
        nodes.addAll(choice.alone());
        return String.join(", ", nodes);
    }

    static String name(JobPair pair) {
        return pair.first() + " + " + pair.second();
    }

    private static String aligned(List<List<String>> rows) {
        int columns = rows.get(0).size();
        int[] widths = new int[columns];
        rows.forEach(row -> {
            for (int i = 0; i < columns; i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        });
        return rows.stream()
                .map(row -> {
                    StringBuilder line = new StringBuilder();
                    for (int i = 0; i < columns; i++) {
                        line.append(row.get(i))
                                .append(" ".repeat(widths[i] - row.get(i).length() + 2));
                    }
                    return line.toString().stripTrailing() + "\n";
                })
                .collect(Collectors.joining());
    }
}
