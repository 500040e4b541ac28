package dev.edgewise.benchmarks.report;

import org.jspecify.annotations.Nullable;

/**
 * A figure and the most it may be.
 *
 * @param value null if it could not be measured
 * @param met whether {@code value} is at most {@code atMost}; a value that could not be measured is not
 */
public record Bar(@Nullable Double value, double atMost, boolean met) {
    static Bar atMost(double limit, double value) {
        return new Bar(Report.rounded(value), limit, value <= limit);
    }
}
