package dev.edgewise.sandbox.evaluate.slots;

import dev.edgewise.examples.slots.learning.BestAndRivalJobPairs;
import dev.edgewise.examples.slots.learning.JobPair;
import java.util.List;
import java.util.TreeSet;

/**
 * True mean run times of jobs beside each other, in seconds.
 *
 * @param jobs names
 * @param seconds a row for each job; its own column is not used
 */
record TrueRunTimes(List<String> jobs, double[][] seconds) {
    /**
     * The co-location matrix that the thesis about the prototype measured: rows are jobs, columns the jobs beside them.
     */
    static final TrueRunTimes THESIS = new TrueRunTimes(
            List.of("flink-wc", "spark-pi", "spark-pi-long", "flink-wc2", "spark-crawler"), new double[][] {
                {0, 36, 28, 24, 34},
                {70, 0, 93, 68, 94},
                {444, 480, 0, 450, 493},
                {24, 36, 30, 0, 25},
                {173, 203, 211, 171, 0}
            });

    double of(String job, String beside) {
        return seconds[jobs.indexOf(job)][jobs.indexOf(beside)];
    }

    /** Least mean of a job beside any other, for a job alone: the thesis measured none alone. */
    double alone(String job) {
        return jobs.stream()
                .filter(other -> !other.equals(job))
                .mapToDouble(other -> of(job, other))
                .min()
                .orElseThrow();
    }

    /** Seconds that a pair truly loses. */
    double loss(JobPair pair) {
        return of(pair.first(), pair.second())
                + of(pair.second(), pair.first())
                - alone(pair.first())
                - alone(pair.second());
    }

    /** Sum of the least means of all jobs. */
    double total() {
        return jobs.stream().mapToDouble(this::alone).sum();
    }

    /** Pairs that truly disturb each other least. */
    TreeSet<JobPair> best() {
        return new TreeSet<>(
                BestAndRivalJobPairs.of(jobs, this::loss, pair -> 1, 0).best());
    }
}
