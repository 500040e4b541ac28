package dev.edgewise.benchmarks.throughput.figures;

import java.util.Arrays;
import java.util.Collection;
import java.util.function.ToDoubleFunction;

/** Spread of a figure over several rounds. Not a number if there were none. */
public record MinMedianMax(double min, double median, double max) {
    private static final MinMedianMax NOTHING = new MinMedianMax(Double.NaN, Double.NaN, Double.NaN);

    /** The median of an even number of rounds is the mean of the two in the middle. */
    static MinMedianMax of(double... values) {
        if (values.length == 0) {
            return NOTHING;
        }
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        double median = sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
        return new MinMedianMax(sorted[0], median, sorted[sorted.length - 1]);
    }

    public boolean isEmpty() {
        return Double.isNaN(median);
    }

    /** Spread of a figure of the given rounds. */
    public static <T> MinMedianMax of(Collection<T> rounds, ToDoubleFunction<T> figure) {
        return of(rounds.stream().mapToDouble(figure).toArray());
    }
}
