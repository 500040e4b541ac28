package dev.edgewise.examples.slots.learning;

import java.util.ArrayList;
import java.util.List;

/**
 * Run times of one job beside one other, in seconds. Mean and squares of complete runs are updated after B. P. Welford,
 * "Note on a Method for Calculating Corrected Sums of Squares and Products", Technometrics 4(3), 1962. A run that was
 * cut off is a censored sample: the job would have run longer than that.
 *
 * @param complete number of complete runs
 * @param mean of the complete runs; 0 without any
 * @param squares sum of their squared deviations from the mean
 * @param cutOff how long runs lasted that were cut off, the newest {@value #MOST_CUT_OFF}
 */
public record RunTimes(int complete, double mean, double squares, List<Double> cutOff) {
    /** No run yet. */
    public static final RunTimes NONE = new RunTimes(0, 0, 0, List.of());

    static final int MOST_CUT_OFF = 16;

    public RunTimes {
        cutOff = List.copyOf(cutOff);
        require(complete >= 0, "complete", complete, "0 or more");
        require(mean >= 0 && Double.isFinite(mean), "mean", mean, "0 or more");
        require(squares >= 0 && Double.isFinite(squares), "squares", squares, "0 or more");
        require(
                cutOff.size() <= MOST_CUT_OFF && cutOff.stream().allMatch(RunTimes::isTime),
                "cutOff",
                cutOff,
                "at most " + MOST_CUT_OFF + " times of 0 or more");
    }

    /** Returns these with one complete run more. */
    public RunTimes withComplete(double seconds) {
        require(isTime(seconds), "seconds", seconds, "0 or more");
        double delta = seconds - mean;
        double newMean = mean + delta / (complete + 1);
        return new RunTimes(complete + 1, newMean, squares + delta * (seconds - newMean), cutOff);
    }

    /** Returns these with one more run that was cut off. */
    public RunTimes withCutOff(double seconds) {
        require(isTime(seconds), "seconds", seconds, "0 or more");
        List<Double> longer = new ArrayList<>(cutOff);
        longer.add(seconds);
        return new RunTimes(
                complete, mean, squares, longer.subList(Math.max(0, longer.size() - MOST_CUT_OFF), longer.size()));
    }

    /** Number of runs, complete and cut off. */
    public int samples() {
        return complete + cutOff.size();
    }

    private static boolean isTime(double seconds) {
        return seconds >= 0 && Double.isFinite(seconds);
    }

    private static void require(boolean holds, String field, Object value, String allowed) {
        if (!holds) {
            throw new IllegalArgumentException(field + " is " + value + "; allowed: " + allowed);
        }
    }
}
