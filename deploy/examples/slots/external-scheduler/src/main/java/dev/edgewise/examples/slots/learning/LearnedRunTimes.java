package dev.edgewise.examples.slots.learning;

import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;

/** The matrix of all jobs beside all others, as far as it is learned. Not safe for several threads. */
public final class LearnedRunTimes {
    /** Variation of run times where nothing says more. */
    private static final double USUAL_VARIATION = 0.1;

    private final SortedMap<String, SortedMap<String, RunTimes>> matrix = new TreeMap<>();

    /** Run times of a job beside another. */
    public RunTimes of(String job, String beside) {
        Map<String, RunTimes> row = matrix.get(job);
        return row == null ? RunTimes.NONE : row.getOrDefault(beside, RunTimes.NONE);
    }

    /** Run times of a job beside each that it has run with. */
    public SortedMap<String, RunTimes> row(String job) {
        SortedMap<String, RunTimes> row = matrix.get(job);
        return row == null ? new TreeMap<>() : new TreeMap<>(row);
    }

    /** Replaces the row of a job. */
    public void replaceRow(String job, Map<String, RunTimes> row) {
        matrix.put(job, new TreeMap<>(row));
    }

    /** Adds a complete run. */
    public void complete(String job, String beside, double seconds) {
        change(job, beside, times -> times.withComplete(seconds));
    }

    /** Adds a run that was cut off. */
    public void cutOff(String job, String beside, double seconds) {
        change(job, beside, times -> times.withCutOff(seconds));
    }

    /** Number of runs that both jobs of a pair have had beside each other. */
    public int samples(JobPair pair) {
        return Math.min(
                of(pair.first(), pair.second()).samples(),
                of(pair.second(), pair.first()).samples());
    }

    /** Names of all jobs with a row. */
    public SortedSet<String> jobs() {
        return new TreeSet<>(matrix.keySet());
    }

    /**
     * Standard deviation of a run divided by its mean, pooled over all jobs; that of usual jobs where none has run
     * twice beside the same other.
     */
    double variation() {
        double squares = 0;
        int freedom = 0;
        for (Map<String, RunTimes> row : matrix.values()) {
            for (RunTimes times : row.values()) {
                if (times.complete() > 1 && times.mean() > 0) {
                    squares += times.squares() / (times.mean() * times.mean());
                    freedom += times.complete() - 1;
                }
            }
        }
        return freedom == 0 ? USUAL_VARIATION : Math.sqrt(squares / freedom);
    }

    private void change(String job, String beside, UnaryOperator<RunTimes> change) {
        matrix.computeIfAbsent(job, name -> new TreeMap<>()).merge(beside, RunTimes.NONE, (old, none) -> old);
        matrix.get(job).compute(beside, (name, old) -> change.apply(old == null ? RunTimes.NONE : old));
    }
}
