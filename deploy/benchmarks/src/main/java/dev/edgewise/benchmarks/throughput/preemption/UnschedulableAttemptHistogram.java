package dev.edgewise.benchmarks.throughput.preemption;

import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A histogram, from our scheduler's metrics, of the times of attempts that found no node, including those that
 * preempted.
 *
 * @param upTo number of attempts by upper bound in seconds
 */
record UnschedulableAttemptHistogram(Map<Double, Double> upTo) {
    private static final Pattern BUCKET =
            Pattern.compile("scheduler_scheduling_attempt_duration_seconds_bucket\\{([^}]*)} (\\S+)");
    private static final Pattern BOUND = Pattern.compile("\\ble=\"([^\"]+)\"");

    UnschedulableAttemptHistogram {
        upTo = new TreeMap<>(upTo);
    }

    /** Reads them from Prometheus' text format. */
    static UnschedulableAttemptHistogram parse(String metrics) {
        Map<Double, Double> upTo = new TreeMap<>();
        Matcher bucket = BUCKET.matcher(metrics);
        while (bucket.find()) {
            Matcher bound = BOUND.matcher(bucket.group(1));
            if (bucket.group(1).contains("result=\"unschedulable\"") && bound.find()) {
                double seconds = bound.group(1).equals("+Inf") ? Double.POSITIVE_INFINITY : number(bound.group(1));
                upTo.merge(seconds, number(bucket.group(2)), Double::sum);
            }
        }
        return new UnschedulableAttemptHistogram(upTo);
    }

    /** Returns the attempts since an earlier reading. */
    UnschedulableAttemptHistogram since(UnschedulableAttemptHistogram before) {
        Map<Double, Double> later = new TreeMap<>();
        upTo.forEach((bound, count) -> later.put(bound, count - before.upTo.getOrDefault(bound, 0.0)));
        return new UnschedulableAttemptHistogram(later);
    }

    double count() {
        return upTo.getOrDefault(Double.POSITIVE_INFINITY, 0.0);
    }

    /**
     * A percentile in milliseconds, within its bucket by proportion, as Prometheus does; not a number if there are
     * none.
     */
    double millis(double percent) {
        double rank = count() * percent / 100;
        double lower = 0;
        double below = 0;
        for (Map.Entry<Double, Double> bucket : upTo.entrySet()) {
            if (bucket.getValue() >= rank && bucket.getValue() > below) {
                double share = (rank - below) / (bucket.getValue() - below);
                double upper = bucket.getKey();
                return 1000 * (Double.isInfinite(upper) ? Double.POSITIVE_INFINITY : lower + (upper - lower) * share);
            }
            lower = bucket.getKey();
            below = bucket.getValue();
        }
        return Double.NaN;
    }

    private static double number(String text) {
        return Double.parseDouble(text);
    }
}
