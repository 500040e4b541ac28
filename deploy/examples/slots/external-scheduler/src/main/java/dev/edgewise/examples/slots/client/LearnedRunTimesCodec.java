package dev.edgewise.examples.slots.client;

import dev.edgewise.examples.slots.learning.LearnedRunTimes;
import dev.edgewise.examples.slots.learning.RunTimes;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Run times in {@code externalScheduler} of a job, below a key of their own: an object for each other job. All values
 * are text, as the interface has it.
 */
public final class LearnedRunTimesCodec {
    static final String KEY = "coLocation";

    private static final String BESIDE = "beside";
    private static final String COMPLETE = "complete";
    private static final String MEAN = "mean";
    private static final String SQUARES = "squares";
    private static final String CUT_OFF = "cutOff";

    private LearnedRunTimesCodec() {}

    /** Reads what all jobs keep. What cannot be read counts as not learned. */
    public static LearnedRunTimes of(Collection<Job> jobs) {
        LearnedRunTimes learned = new LearnedRunTimes();
        jobs.forEach(job -> learned.replaceRow(job.name(), row(job)));
        return learned;
    }

    /** Returns what a job keeps with this row in it; data of other schedulers stays. */
    public static Map<String, List<Map<String, String>>> with(Job job, SortedMap<String, RunTimes> row) {
        Map<String, List<Map<String, String>>> data = new LinkedHashMap<>();
        if (job.externalScheduler() != null) {
            data.putAll(job.externalScheduler());
        }
        List<Map<String, String>> entries = new ArrayList<>();
        row.forEach((beside, times) -> entries.add(entry(beside, times)));
        data.put(KEY, entries);
        return data;
    }

    private static Map<String, String> entry(String beside, RunTimes times) {
        Map<String, String> entry = new LinkedHashMap<>();
        entry.put(BESIDE, beside);
        entry.put(COMPLETE, Integer.toString(times.complete()));
        entry.put(MEAN, Double.toString(times.mean()));
        entry.put(SQUARES, Double.toString(times.squares()));
        entry.put(CUT_OFF, times.cutOff().stream().map(String::valueOf).collect(Collectors.joining(" ")));
        return entry;
    }

    private static SortedMap<String, RunTimes> row(Job job) {
        SortedMap<String, RunTimes> row = new TreeMap<>();
        if (job.externalScheduler() != null) {
            job.externalScheduler().getOrDefault(KEY, List.of()).forEach(entry -> {
                String beside = entry.get(BESIDE);
                if (beside != null && !beside.equals(job.name())) {
                    times(entry).ifPresent(times -> row.put(beside, times));
                }
            });
        }
        return row;
    }

    private static Optional<RunTimes> times(Map<String, String> entry) {
        try {
            List<Double> cutOff = Stream.of(entry.getOrDefault(CUT_OFF, "").split(" "))
                    .filter(text -> !text.isEmpty())
                    .map(Double::valueOf)
                    .toList();
            return Optional.of(new RunTimes(
                    Integer.parseInt(entry.getOrDefault(COMPLETE, "")),
                    Double.parseDouble(entry.getOrDefault(MEAN, "")),
                    Double.parseDouble(entry.getOrDefault(SQUARES, "")),
                    cutOff));
        } catch (IllegalArgumentException e) {
            // A person may have edited it: it is learned again.
            return Optional.empty();
        }
    }
}
